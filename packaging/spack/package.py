# SPDX-License-Identifier: BSD-3-Clause

import re

from spack_repo.builtin.build_systems.meson import MesonPackage

from spack.package import *


class Turnstile(MesonPackage):
    """Predicts how long MPI collectives take inside one node, which algorithm is fastest with which
    parameters, and why, by simulating the node; and writes the rules of MPI libraries from that."""

    # A placeholder: the tarball of `meson dist` is put into a mirror (spack mirror create).
    url = "file:///turnstile-0.3.0.tar.xz"
    manual_download = True

    executables = ["^turnstile$"]

    license("BSD-3-Clause")

    # A checksum belongs here once the tarball is published; until then: --no-checksum.
    version("0.3.0")

    variant("satellites", default=True, description="Traces, reports, doctor and libraries' rules")
    variant("otf2", default=False, when="+satellites", description="Traces of Score-P")

    depends_on("c", type="build")
    depends_on("meson@1:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("glib@2.70:")
    depends_on("hwloc@2.5:")
    depends_on("simgrid@3.32:")
    depends_on("cminpack")
    depends_on("sqlite@3.37:")
    depends_on("otf2", when="+otf2")

    @classmethod
    def determine_version(cls, exe):
        output = Executable(exe)("--version", output=str, error=str)
        match = re.match(r"turnstile (\S+)", output)
        return match.group(1) if match else None

    def meson_args(self):
        return [
            "-Dtests=disabled",
            "-Dsatellites={0}".format("enabled" if "+satellites" in self.spec else "disabled"),
            "-Dotf2={0}".format("enabled" if "+otf2" in self.spec else "disabled"),
        ]
