import { Anchor, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { readPhoto } from './audit-store.web.ts';
import type { KeptOp } from './kept-ops.ts';

/** A photo that still lies on this device. */
export function Shot({ kept, label }: { kept: KeptOp; label: string }) {
  const [url, setUrl] = useState<string | null>(null);
  const { auditId, op } = kept;
  const shot = op.kind === 'photo' ? op.shot : '';
  useEffect(() => {
    let made: string | null = null;
    let left = false;
    void readPhoto(auditId, shot).then((bytes) => {
      if (!bytes || left) return;
      made = URL.createObjectURL(bytes);
      setUrl(made);
    });
    return () => {
      left = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [auditId, shot]);
  return (
    <>
      {url ? (
        <Anchor href={url} target="_blank" rel="noreferrer">
          <img src={url} alt={label} style={{ height: 48, display: 'block' }} />
        </Anchor>
      ) : null}
      <Text size="sm" c="dimmed">
        {label}, not sent yet
      </Text>
    </>
  );
}
