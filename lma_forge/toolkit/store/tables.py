"""The tables of the store and of the audit log."""

import sqlalchemy as sa

VERSION = 1
"""The version of this layout; a database of a later one is left alone."""

metadata = sa.MetaData()

layout = sa.Table(
    "lma_layout",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("version", sa.Integer, nullable=False),
)

memory = sa.Table(
    "lma_memory",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("category", sa.Text, nullable=False, index=True),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("created", sa.Text, nullable=False),
    sa.Column("changed", sa.Text, nullable=False),
)

history = sa.Table(
    "lma_memory_history",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("written", sa.Text, nullable=False),
    sa.Column("replaced", sa.Text, nullable=False),
    sa.Column("mode", sa.Text, nullable=False),
)

audit = sa.Table(
    "lma_audit",
    metadata,
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("ts", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("details", sa.Text, nullable=False),
    sa.Column("prev", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
)

audit_head = sa.Table(
    "lma_audit_head",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("seal", sa.Text, nullable=False),
)
