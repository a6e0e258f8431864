import './zod-setup.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place to draw in');
const { start } = await import('./start.tsx');
await start(place);
