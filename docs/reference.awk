# The public header with its comments as Doxygen reads them: what stands before a group of declarations
# is said of each, "---- Title ----" begins a chapter, a comment behind a declaration belongs to it.
function end_group() {
  if (in_group)
    print "/**@}*/"
  in_group = 0
}

function end_chapter() {
  end_group()
  if (n_chapters)
    print "/** @} */"
}

NR == 1 {
  sub(/^\/\*/, "/** @file turnstile.h\n *")
}

/^\/\* ---- / {
  end_chapter()
  title = $0
  sub(/^\/\* ---- /, "", title)
  sub(/ ----.*/, "", title)
  is_open = !/\*\//
  printf "/** @defgroup chapter%d %s\n", ++n_chapters, title
  if (!is_open)
    print "@{ */"
  next
}

is_open && /\*\// {
  is_open = 0
  sub(/\*\//, "\n@{ */")
}

/^\/\*/ && NR > 1 {
  end_group()
  print "/**@{*/"
  in_group = 1
  sub(/^\/\*/, "/**")
}

/^$/ {
  end_group()
}

/^G_DEFINE_AUTOPTR/ && !is_over {
  is_over = 1
  end_chapter()
}

{
  if (/[;,] \/\* .*\*\/$/)
    sub(/\/\* /, "/**< ")
  print
}
