export const recordedFiles = [await import('./recorded.server.ts')];
