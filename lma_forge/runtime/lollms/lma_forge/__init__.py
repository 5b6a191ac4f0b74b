"""The binding as the lollms host loads it: this module is run by that host alone."""

from lollms_client.lollms_tools_binding import LollmsToolBinding

from lma_forge.runtime import LCPBinding

BindingName = "LMAForgeBinding"


class LMAForgeBinding(LCPBinding, LollmsToolBinding):  # type: ignore[misc] # the host is not installed with us
    """Our binding, of the class that the host asks for."""
