import { uploadFile } from '@aangan/web/api/upload.ts';
import { useState } from 'react';
import { MAX_UPLOAD_BYTES } from './enquiry-upload.contract.ts';

// Smaller files travel with the request; larger ones go through the resumable upload.
const INLINE_BYTES = 1_500_000;

/** UTF-8 text of a small file; a workbook or UTF-16 goes as bytes. */
async function isInline(file: File): Promise<boolean> {
  if (file.size > INLINE_BYTES) return false;
  const [first = 0, second = 0] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return !['PK', '\u00ff\u00fe', '\u00fe\u00ff'].includes(String.fromCharCode(first, second));
}

/** Where the server finds the file. */
export type Source = { csv: string } | { fileId: string };

/** The chosen file on its way to the server; the share that is there, while it is under way. */
export function useUploadSource() {
  const [share, setShare] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const bring = async (file: File): Promise<Source | null> => {
    setTrouble(null);
    if (file.size > MAX_UPLOAD_BYTES) {
      setTrouble('A file may have up to 10 MB. Split it.');
      return null;
    }
    try {
      if (await isInline(file)) return { csv: await file.text() };
      return { fileId: await uploadFile(file, setShare).done };
    } catch (error) {
      // An upload says in plain words why it did not go (api/upload.ts).
      setTrouble(error instanceof Error ? error.message : 'The upload stopped.');
      return null;
    } finally {
      setShare(null);
    }
  };
  return { share, trouble, bring, forget: () => setTrouble(null) };
}
