import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { Group, Text } from '@mantine/core';
import { IconFile, IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface TileFile {
  fileId: string;
  name: string;
  picture: boolean;
  url: string | null;
}

/** Pictures as they are, other files by name; a click opens one over the page. */
export function FileTiles<F extends TileFile>({
  files,
  note,
}: {
  files: readonly F[];
  note?: (file: F) => ReactNode;
}) {
  if (files.length === 0) return null;
  return (
    <Group gap="sm" align="flex-start">
      {files.map((file) => (
        <div key={file.fileId} style={{ maxWidth: 180 }}>
          <FileLink name={file.name} address={async () => file.url}>
            {file.picture && file.url ? (
              <img
                src={file.url}
                alt={file.name}
                loading="lazy"
                style={{ display: 'block', width: 160, height: 120, objectFit: 'cover', borderRadius: 8 }}
              />
            ) : (
              <Group gap={6} wrap="nowrap">
                {file.picture ? <IconPhoto {...icon} /> : <IconFile {...icon} />}
                <Text size="sm" truncate>
                  {file.name}
                </Text>
              </Group>
            )}
          </FileLink>
          {note?.(file)}
        </div>
      ))}
    </Group>
  );
}
