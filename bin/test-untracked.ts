// Comes before node:test in a worker (--import). The runner follows every promise and every timer of its process, to know which test an
// uncaught error belongs to. That takes a sixth of the processor time of server tests, and is of use only when one fails:
// such a file still fails here (its worker ends), and when it runs once more, in a process of its own, the test is named.
import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) =>
  createHook('init' in callbacks && 'destroy' in callbacks ? {} : callbacks);
