/**
 * Starts the launcher, a render process or a worker from JavaScript that the web process has bundled (`web-process/bundle.ts`). To read TypeScript
 * would take each of them 80 ms, half of the time of a start, and a process 12 MB.
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
