import * as z from 'zod';

// The page's policy forbids making code from texts. Zod would try when the first object schema is made, so this stands
// before every other script of the app.
z.config({ jitless: true });

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place to draw in');
const { start } = await import('./start.tsx');
await start(place);
