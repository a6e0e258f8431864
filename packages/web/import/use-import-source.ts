import { INLINE_BYTES } from '@aangan/contract/file-import.ts';
import { useState } from 'react';
import { uploadFile } from '../api/upload.ts';
import { useText } from '../text/text.tsx';
import { importWords } from './import-words.ts';

/** Where the server finds the file. */
export type ImportSource = { csv: string } | { fileId: string };

/** The text of a small UTF-8 file; null for a larger one, a workbook and any other encoding, which go as they are. */
async function inlineText(file: File): Promise<string | null> {
  if (file.size > INLINE_BYTES) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') || text.startsWith('PK') ? null : text;
  } catch {
    return null;
  }
}

/** The chosen file on its way to the server; `share` while it is under way, `trouble` says why it did not arrive. */
export function useImportSource(maxMb: number) {
  const t = useText(importWords);
  const [share, setShare] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const bring = async (file: File): Promise<ImportSource | null> => {
    setTrouble(null);
    if (file.size > maxMb * 1024 * 1024) {
      setTrouble(t('file.tooLarge', { mb: maxMb }));
      return null;
    }
    try {
      const csv = await inlineText(file);
      return csv === null ? { fileId: await uploadFile(file, setShare).done } : { csv };
    } catch (error) {
      // An upload says in plain words why it did not go (api/upload.ts).
      setTrouble(error instanceof Error ? error.message : t('file.stopped'));
      return null;
    } finally {
      setShare(null);
    }
  };
  return { share, trouble, bring, forget: () => setTrouble(null) };
}
