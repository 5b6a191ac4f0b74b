"""What the implementations of tools share: store, audit log, files, sandbox, live sources, judgement of text.

An implementation imports the room that it needs inside its function and hands over the host's
configuration of its module (`host_tool_configs[<stem>]`, which `init_tools_library` was given).
What stands in the way is raised as a `Refusal`, whose text becomes the detail behind the message
that the spec has for a failure.

Nothing is imported here: a room loads what it needs, and an extra that is missing is a `Refusal`
that names the command which installs it.

Keys that the host's configuration of a tool may have; each has a default:

- `data_dir` (memory_reader, memory_writer, audit_logger): folder of the store and of the audit key.
  Else the variable LMA_FORGE_DATA_DIR, else `lma-forge` in the user's data folder.
- `database_url` (the same): a file, `sqlite:///…` or `postgresql://…`. Else LMA_FORGE_DATABASE_URL, else
  `lma.db` in the data folder.
- `audit_key_file` (the same): the key of the audit log. Else `audit.key` in the data folder.
- `private_categories` (memory_reader, `["private"]`): categories that are kept back, unless
  `allow_private` is true.
- `max_value_chars` (memory_writer, 4,000), `max_entry_chars` (64,000), `allow_secrets` (false).
- `workspace` (code_executor): the folder that is lent for reading; else the current one, from which file_reader
  and file_writer always start.
- `max_file_bytes` (file_reader, file_writer, 8 MiB), `secret_names`: further patterns of files that are
  only read with approval, `show_secrets` (file_reader, false).
- `backups` (file_writer, 5): how many of each file are kept; `protected_names` (`[".git/*"]`): patterns
  of paths that are never written.
- `audit` (file_writer, code_executor, false): whether each act is logged before it is done, and not done
  where that fails; then the keys of the log above hold for these as well.
- `backend` (code_executor): one of `bwrap+box`, `box`, `wasi` and no other; `timeout_seconds` (10),
  `memory_mb` (1,024), `output_bytes` (1 MiB), `scratch_mb` (64), `packages`: folders that the code may import
  from.
- `spec_path` (task_router, governance_checker, validation_engine, live_data_fetcher, briefing_generator): the
  absolute path of the document that they go by; else the bundled one.
- `choose` (task_router): a function (request, names of candidates) that gives one of them.
- `second_opinion` (source_verifier): a function (claim, source) that gives a verdict; it can only lower the
  tool's own.
- `gate_phrases` (prompt_refiner): phrases that leave a prompt as it is; `internal_words`: what clients must
  not read.
- `sources` (live_data_fetcher, search_fallback, briefing_generator): mappings with `name`, `url` (`{query}` in
  it is what is asked), `kind` (`feed`, `json` or `page`), and where wanted `categories`, `pick`, `official`,
  `fallback` and `private`; `timeout_seconds` (15), `max_bytes` (2 MiB).
- `max_chars` (briefing_generator, 6,000).
"""
