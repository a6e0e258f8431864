import * as z from 'zod';

// Zod speeds itself up by making code from texts, which the pages' policy forbids; even the probe for it is reported.
// It asks once, when the first object schema is made, so every module that makes one imports this first. The server
// keeps the fast way.
if ('document' in globalThis) z.config({ jitless: true });
