#ifndef TN_TESTS_SANITIZER_H
#define TN_TESTS_SANITIZER_H

/* HAS_ADDRESS_SANITIZER: 1 with the address sanitizer, else 0. gcc and clang have different macros. */
#ifdef __SANITIZE_ADDRESS__
#define HAS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER 1
#endif
#endif
#ifndef HAS_ADDRESS_SANITIZER
#define HAS_ADDRESS_SANITIZER 0
#endif

#endif
