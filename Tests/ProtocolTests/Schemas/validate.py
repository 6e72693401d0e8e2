"""Holds an AsyncAPI document against the public schema, and each message's examples against its own.

Usage: validate.py DOCUMENT SCHEMA; says what is wrong, and ends with status 1, where something is.
"""

import json
import sys

import jsonschema
import yaml


def without_described_ids(schema):
    """The schema without what it says about fields that are called `$id`.

    Some validators take such a description for the name of a schema.
    """
    if isinstance(schema, list):
        return [without_described_ids(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: without_described_ids(part)
        for name, part in schema.items()
        if not (name == "$id" and isinstance(part, dict))
    }


def main(document_path, schema_path):
    with open(document_path, encoding="utf-8") as file:
        document = yaml.safe_load(file)
    with open(schema_path, encoding="utf-8") as file:
        schema = without_described_ids(json.load(file))
    found = [
        f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
        for error in jsonschema.Draft7Validator(schema).iter_errors(document)
    ]
    for name, message in document["components"]["messages"].items():
        validator = jsonschema.Draft7Validator(message["payload"])
        for example in message["examples"]:
            found += [
                f"the example of {name}: {'/'.join(map(str, error.absolute_path))}: {error.message}"
                for error in validator.iter_errors(example["payload"])
            ]
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
