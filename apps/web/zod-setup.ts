import * as z from 'zod';

// The page's policy forbids making code from texts, and zod would try when the first object schema is made. So this
// stands in one file with zod (see `vendor` in vite.config.ts), before every schema of the app.
z.config({ jitless: true });
