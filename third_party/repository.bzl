"""One way to name an external repository."""

load("@bazel_tools//tools/build_defs/repo:http.bzl", "http_archive")

def upstream(name, **kwargs):
    """http_archive, unless the workspace that loads us has the repository already.

    Args:
      name: repository name.
      **kwargs: passed to http_archive.
    """
    if name not in native.existing_rules():
        http_archive(name = name, **kwargs)
