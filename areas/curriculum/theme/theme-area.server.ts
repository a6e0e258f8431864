export const themeFiles = [await import('./theme.server.ts')];
