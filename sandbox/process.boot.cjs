/**
 * Starts the launcher, a render process, and each of its workers, from JavaScript that the web process has made of `launcher/main.ts`,
 * `render-process/main.ts` and `render-process/worker.ts`: reading TypeScript costs every process and every thread 80 ms, half of what it takes them to start,
 * and a process 12 MB.
 */
const { readFileSync } = require('node:fs');
const { isMainThread, workerData } = require('node:worker_threads');

function run(code) {
  const started = { exports: {} };
  new Function('require', 'module', 'exports', code)(require, started, started.exports);
  return started.exports;
}

if (isMainThread) run(readFileSync(0, 'utf8'));
else module.exports = run(workerData.bundles.worker).default;
