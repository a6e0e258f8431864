// Mukta (decision 0003): Latin, the rupee sign and Devanagari in one complete file, from npm.
import { createRequire } from 'node:module';
import path from 'node:path';

export const FONT_FOLDER = path.dirname(
  createRequire(import.meta.url).resolve('@expo-google-fonts/mukta/package.json'),
);

/** Files of the font every document is set in, and pages of ours that must not depend on the machine's own letters. */
export const houseFont = {
  regular: path.join(FONT_FOLDER, '400Regular', 'Mukta_400Regular.ttf'),
  semiBold: path.join(FONT_FOLDER, '600SemiBold', 'Mukta_600SemiBold.ttf'),
} as const;
