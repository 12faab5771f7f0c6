/** `node wait-until-ready.ts <port>`: ends when the instance on this port serves. systemd limits how long it may take, and ends it with the instance. */
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

const address = `http://127.0.0.1:${process.argv[2]}/api/sante?c=base`;
while ((await fetch(address).catch(() => null))?.status !== 200) await sleep(POLL_MS);
