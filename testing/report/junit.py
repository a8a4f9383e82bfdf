"""The report for machines that read JUnit's XML: one test case for each case and backend, with all
its products."""

import xml.etree.ElementTree as ElementTree

from collect import BAD


def junit(report):
    root = ElementTree.Element("testsuites", name="openaclnn")
    for operator in report["ops"]:
        suites = {}
        for case in operator["cases"]:
            for backend, products in case["statuses"].items():
                if backend not in suites:
                    suites[backend] = ElementTree.SubElement(root, "testsuite",
                                                             name=f"{operator['op']} {backend}")
                test = ElementTree.SubElement(
                    suites[backend], "testcase",
                    classname=f"{operator['op']}.{backend}.{case['function']}", name=case["id"])
                bad = {product: status for product, status in products.items() if status in BAD}
                if bad:
                    ElementTree.SubElement(
                        test, "failure", message=", ".join(f"{product}: {status}"
                                                           for product, status in bad.items()))
                elif products and all(status == "SKIPPED" for status in products.values()):
                    ElementTree.SubElement(test, "skipped", message="; ".join(case.get("notes",
                                                                                       [])))
        for suite in suites.values():
            tests = suite.findall("testcase")
            suite.set("tests", str(len(tests)))
            suite.set("failures", str(sum(test.find("failure") is not None for test in tests)))
            suite.set("skipped", str(sum(test.find("skipped") is not None for test in tests)))
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)
