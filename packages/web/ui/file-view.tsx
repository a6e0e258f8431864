import { Alert, Button, Group, Image, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { readFile } from '../api/open-file.ts';
import { useText } from '../text/text.tsx';

interface FileViewProps {
  name: string;
  /** A fresh address of the file; signed ones live ten minutes. */
  address: () => Promise<string | null | undefined>;
  /** The whole file is on the screen. */
  onShown: () => void;
}

type Loaded = { picture: boolean; url: string; blobUrl: string };
const HEIGHT = 'min(68vh, 760px)';

/** A picture or PDF in its place on the page. */
export function FileView({ name, address, onShown }: FileViewProps) {
  const t = useText();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(address);
  latest.current = address;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads the file again
  useEffect(() => {
    let made: string | null = null;
    let left = false;
    const read = async () => {
      const url = await latest.current();
      if (!url) throw new Error('The file has no address any more');
      const { blob } = await readFile(url);
      if (left) return;
      made = URL.createObjectURL(blob);
      setLoaded({ picture: blob.type.startsWith('image/'), url, blobUrl: made });
    };
    setLoaded(null);
    setFailed(false);
    read().catch(() => {
      if (!left) setFailed(true);
    });
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [attempt]);

  if (failed)
    return (
      <Alert color="danger" variant="light" role="alert">
        <Group justify="space-between">
          {t('file.failed')}
          <Button variant="default" size="compact-sm" onClick={() => setAttempt((n) => n + 1)}>
            {t('action.retry')}
          </Button>
        </Group>
      </Alert>
    );
  if (!loaded)
    return (
      <Text c="dimmed" role="status">
        {t('file.loading')}
      </Text>
    );
  if (loaded.picture)
    return (
      <Image
        src={loaded.blobUrl}
        alt={name}
        mah={HEIGHT}
        fit="contain"
        onLoad={onShown}
        onError={() => setFailed(true)}
      />
    );
  // Phones have no viewer inside a page; a blob would carry the page's policy, under which no viewer starts.
  if (navigator.pdfViewerEnabled)
    return (
      <iframe
        title={name}
        src={loaded.url}
        onLoad={onShown}
        style={{ width: '100%', height: HEIGHT, border: '1px solid var(--mantine-color-default-border)' }}
      />
    );
  return (
    <Stack gap="xs" align="start">
      <Text>{t('file.noViewer')}</Text>
      <Button
        variant="default"
        onClick={() => {
          window.open(loaded.blobUrl, '_blank', 'noopener');
          onShown();
        }}
      >
        {t('file.open', { name })}
      </Button>
    </Stack>
  );
}
