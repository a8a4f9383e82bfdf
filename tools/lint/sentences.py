#!/usr/bin/env python3
"""sentences.py: prints the sentences of 30 words and more in pages and comments. Run by
tools/lint/check in the top folder.

A sentence ends at one of `. ! ? : ;`. Code, tables and what stands in brackets are not counted.
"""

import ast
import re
import subprocess
import sys

MOST_WORDS = 29


def comments(lines, prefix):
    """Comments that fill whole lines; a blank one, or one indented as code is, ends a text."""
    texts = [[]]
    for line in lines:
        found = re.match(rf"\s*{prefix}+[/!]? ?(.*)", line)
        if found and found[1] and not found[1].startswith("  "):
            texts[-1].append(found[1])
        elif texts[-1]:
            texts.append([])
    return ["\n".join(text) for text in texts]


def docstrings(text):
    nodes = ast.walk(ast.parse(text))
    has_one = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return [ast.get_docstring(node) or "" for node in nodes if isinstance(node, has_one)]


def texts(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if path.endswith(".md"):
        text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        lines = text.splitlines()
        prose = [line for line in lines if not line.startswith(("|", "    ", "#"))]
        rows = [line for line in lines if line.startswith("|")]
        return ["\n".join(prose), *[cell for row in rows for cell in row.split("|")]]
    if path.endswith((".h", ".cc", ".cpp", ".c")):
        return comments(text.splitlines(), "//")
    found = comments(text.splitlines(), "#")
    if path.endswith((".py", ".bzl")):
        found += docstrings(text)
    return found


def long_sentences(text):
    # A list's items and paragraphs end sentences, whatever stands at their ends.
    for paragraph in re.split(r"\n\s*\n|\n\s*(?=[*-] |\d+\. )", text):
        for sentence in re.split(r"(?<=[.!?:;])\s+", " ".join(paragraph.split())):
            counted = re.sub(r"`[^`]*`|\([^()]*\)", "", sentence)
            words = len(re.findall(r"[A-Za-z][\w'/-]*", counted))
            if words > MOST_WORDS:
                yield words, sentence


def main():
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    paths = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split("\n")
    kinds = (".md", ".h", ".cc", ".cpp", ".c", ".py", ".bzl", ".sh", ".yaml", ".toml", "BUILD",
             ".bazelrc")
    status = 0
    for path in [path for path in paths if path.endswith(kinds)]:
        for text in texts(path):
            for words, sentence in long_sentences(text):
                print(f"{path}: {words} words: {sentence}")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
