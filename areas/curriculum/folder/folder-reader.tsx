import { useQuery } from '@aangan/web/api/use-query.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Badge, Stack, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { ReaderPlans } from '../plan/reader-plans.tsx';
import { folderContract as contract } from './folder.contract.ts';
import { FolderRow } from './folder-rows.tsx';
import { ItemContent } from './item-content.tsx';

/** Stands for the folders at the top. */
const ALL = 'all';
const readerFolder = (id: string): string => `/learning/folder/${id}`;

/** /learning/folder/{folderId}: what the own sections are taught with. */
export function FolderReader() {
  const { folderId = ALL } = useParams();
  const query = useQuery(contract.read, folderId === ALL ? {} : { folderId }, { fresh: 0 });
  return (
    <PageFrame
      title={query.data?.name ?? 'Learning material'}
      context="centre"
      {...(folderId === ALL
        ? {}
        : {
            crumbs: [
              { label: 'Learning material', to: readerFolder(ALL) },
              ...(query.data?.path.slice(0, -1) ?? []).map(({ id, name }) => ({
                label: name,
                to: readerFolder(id),
              })),
            ],
          })}
    >
      <QueryState query={query}>
        {({ description, folders, items }) => (
          <Stack gap="md">
            {description ? <Text>{description}</Text> : null}
            {folderId === ALL ? <ReaderPlans /> : null}
            {folders.length > 0 ? (
              <Section title="Folders">
                {folders.map((folder) => (
                  <FolderRow key={folder.id} folder={folder} to={readerFolder(folder.id)} />
                ))}
              </Section>
            ) : null}
            {items.length > 0 ? (
              <Section title="Material">
                {items.map((item) => (
                  <Line key={item.id}>
                    <ItemContent
                      item={item}
                      mark={item.isNew ? <Badge variant="light">New</Badge> : null}
                      address={async () =>
                        (await query.refetch()).data?.items.find(({ id }) => id === item.id)?.url ?? null
                      }
                    />
                  </Line>
                ))}
              </Section>
            ) : null}
            {folders.length + items.length === 0 ? (
              <Section>
                <Text c="dimmed">Nothing here yet.</Text>
              </Section>
            ) : null}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}
