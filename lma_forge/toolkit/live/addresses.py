"""Which addresses may be connected to."""

import ipaddress
import socket

from lma_forge.toolkit.refusal import Refusal

_METADATA = frozenset({"100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254"})
"""Where clouds answer their machines beside the addresses for the link alone: Alibaba, Azure, Oracle, AWS, Google."""


def checked_addresses(host: str, port: int, *, private: bool = False) -> tuple[str, ...]:
    """Resolve a name, and refuse it where it leads to a private network or to this machine.

    Args:
        host: A name or an address.
        port: The port.
        private: Whether private addresses are allowed; those for the link alone and others where
            clouds keep their metadata never are.

    Returns:
        The addresses to connect to, the first first.

    Raises:
        Refusal: One of its addresses is not allowed, or it has none.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, OverflowError) as error:
        raise Refusal(f"The name {host} cannot be resolved: {error}.") from error
    addresses = tuple(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found))
    for address in addresses:
        number = ipaddress.ip_address(address)
        inner = getattr(number, "ipv4_mapped", None) or getattr(number, "sixtofour", None) or number
        # Of IPv6, the machine itself counts as reserved too.
        reserved = inner.is_reserved and not inner.is_loopback
        if inner.is_link_local or inner.is_multicast or inner.is_unspecified or reserved or str(inner) in _METADATA:
            raise Refusal(f"{host} is at {address}, which is never fetched from.")
        if not private and not (inner.is_global and number.is_global and not getattr(inner, "is_site_local", False)):
            raise Refusal(
                f"{host} is at {address}, an address of a private network; "
                "only a source with private = true may be there."
            )
    if not addresses:
        raise Refusal(f"The name {host} has no address.")
    return addresses
