import { Alert, Button, Group, Image, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { readFile, saveBlob } from '../api/open-file.ts';
import { useText } from '../text/text.tsx';

interface FileViewProps {
  name: string;
  /** A fresh address of the file; signed ones live ten minutes. */
  address: () => Promise<string | null | undefined>;
  /** The whole file is on the screen. */
  onShown: () => void;
}

type Kind = 'picture' | 'film' | 'sound' | 'pdf' | 'other';
type Loaded = { kind: Kind; url: string; blob: Blob; blobUrl: string; fileName: string };
const HEIGHT = 'min(68vh, 760px)';

const kinds: readonly [prefix: string, kind: Kind][] = [
  ['image/', 'picture'],
  ['video/', 'film'],
  ['audio/', 'sound'],
  ['application/pdf', 'pdf'],
];
const kindOf = (mime: string): Kind => kinds.find(([prefix]) => mime.startsWith(prefix))?.[1] ?? 'other';

/** A file in its place on the page; what no browser shows is handed over to be opened. */
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
      const { blob, name: fileName } = await readFile(url);
      if (left) return;
      made = URL.createObjectURL(blob);
      setLoaded({ kind: kindOf(blob.type), url, blob, blobUrl: made, fileName });
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
  return <Shown loaded={loaded} name={name} onShown={onShown} onFailed={() => setFailed(true)} />;
}

interface ShownProps extends Pick<FileViewProps, 'name' | 'onShown'> {
  loaded: Loaded;
  onFailed: () => void;
}

function Shown({ loaded, name, onShown, onFailed }: ShownProps) {
  const t = useText();
  const { kind, blobUrl } = loaded;
  const playing = {
    src: blobUrl,
    controls: true,
    'aria-label': name,
    onLoadedMetadata: onShown,
    onError: onFailed,
  };
  if (kind === 'picture')
    return <Image src={blobUrl} alt={name} mah={HEIGHT} fit="contain" onLoad={onShown} onError={onFailed} />;
  if (kind === 'film') return <video {...playing} playsInline style={{ width: '100%', maxHeight: HEIGHT }} />;
  if (kind === 'sound') return <audio {...playing} style={{ width: '100%' }} />;
  // A blob would carry the page's policy, under which no viewer starts. Phones have none inside a page.
  if (kind === 'pdf' && navigator.pdfViewerEnabled)
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
      <Text>{t(kind === 'pdf' ? 'file.noViewer' : 'file.ownProgram')}</Text>
      <Button
        variant="default"
        onClick={() => {
          if (kind === 'pdf') window.open(loaded.url, '_blank', 'noopener');
          else saveBlob(loaded.blob, loaded.fileName);
          onShown();
        }}
      >
        {t('file.open', { name })}
      </Button>
    </Stack>
  );
}
