"""Which addresses may be connected to."""

import ipaddress
import socket

from lma_forge.toolkit.refusal import Refusal


def checked_address(host: str, port: int, *, private: bool = False) -> str:
    """Resolve a name, and refuse it where it leads to a private network or to this machine.

    Args:
        host: A name or an address.
        port: The port.
        private: Whether private addresses are allowed; those for the link alone, where clouds keep
            their metadata, never are.

    Returns:
        The address to connect to.

    Raises:
        Refusal: One of its addresses is not allowed, or it has none.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Refusal(f"The name {host} cannot be resolved: {error}.") from error
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    for address in addresses:
        number = ipaddress.ip_address(address)
        inner = getattr(number, "ipv4_mapped", None) or getattr(number, "sixtofour", None) or number
        if inner.is_link_local or inner.is_multicast or inner.is_unspecified or inner.is_reserved:
            raise Refusal(f"{host} is at {address}, which is never fetched from.")
        if not private and not (inner.is_global and number.is_global):
            raise Refusal(f"{host} is at {address}, an address of a private network.")
    if not addresses:
        raise Refusal(f"The name {host} has no address.")
    return addresses[0]
