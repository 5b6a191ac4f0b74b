"""`lma-forge completion`: the completion script of a shell."""

import click
from click.shell_completion import get_completion_class

from lma_forge.cli import console
from lma_forge.cli.session import Session
from lma_forge.cli.session import command as make_command

SHELLS = {
    "bash": 'eval "$(lma-forge completion bash)"   in ~/.bashrc',
    "zsh": 'eval "$(lma-forge completion zsh)"   in ~/.zshrc',
    "fish": "lma-forge completion fish > ~/.config/fish/completions/lma-forge.fish",
}


@make_command(
    "Write the script that completes commands and options.\n\n\b\n" + "\n".join(f"{k}: {v}" for k, v in SHELLS.items())
)
@click.argument("shell", type=click.Choice(list(SHELLS)))
def command(_: Session, shell: str) -> None:
    """Write the script to stdout."""
    from lma_forge.cli.main import program  # noqa: PLC0415 - the program loads this module

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"this version of click knows no completion for {shell}")
    console.write(kind(program, {}, "lma-forge", "_LMA_FORGE_COMPLETE").source() + "\n")
