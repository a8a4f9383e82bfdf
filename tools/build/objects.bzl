"""What libraries were compiled to."""

def objects_of(library):
    """The objects of a LibraryToLink.

    An archive of them is made only for those who ask for one: 300 more files to link.

    Args:
      library: a LibraryToLink of a cc_library.

    Returns:
      a list of files, position-independent if they were compiled so; of a library that has only an
      archive, that archive.
    """
    objects = library.pic_objects or library.objects
    archive = library.pic_static_library or library.static_library
    return objects or ([archive] if archive else [])
