export const GENERAL_HELP = `translation-requester: tools for the Translation Requester API.

Usage
  translation-requester <command> [options]

Commands
  sandbox          the API in memory, at an address on this machine
  help [command]   what a command does, and its options

Options
  -h, --help       print this, or the help of a command
  -v, --version    print the version
`;

export const SANDBOX_HELP = `translation-requester sandbox: the Translation Requester API in memory, at an address on this machine.
Nothing is real: orders cost no money, and nobody translates unless you say so.

Usage
  translation-requester sandbox [options]

Where it listens
  --port <number>       the port; 0 takes any free one (default 4010)
  --host <address>      the address to listen on; 0.0.0.0 in a container (default 127.0.0.1)
  --open                open the desk in the browser: a page with the orders, events and requests

What it is like
  --seed <number>       the same seed gives the same credentials and ids (default 1)
  --points <number>     points of the account (default 10000000)
  --autopilot           simulated translators work on the orders, one text each 5 s
  --latency <ms>        milliseconds that each answer takes (default 0)
  --redirect-uri <url>  where a sign-in may lead back to; can be given several times
                        (default http://localhost:3000/callback)
  --callback-url <url>  deliver events to this address (default: deliver nothing)
  --state <file>        keep everything in this file, and go on from it at the next start

What it prints
  --json                lines of JSON: first what to connect with, then one for each request
  --quiet               only what to connect with, and no line for a request
  -h, --help            print this
  -v, --version         print the version

Examples
  translation-requester sandbox --autopilot --open
  translation-requester sandbox --port 0 --json
  translation-requester sandbox --state sandbox.json --callback-url http://localhost:3000/events

Ctrl+C stops it. The exit code is 0 after that, 1 when it can't start or can't keep its state,
and 2 after a mistake in the command line.
`;
