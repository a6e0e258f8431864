import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { OrderButtons } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { folderContract as contract } from './folder.contract.ts';
import { AddFolder, REFRESH } from './folder-dialogs.tsx';
import { folderKinds } from './folder-kinds.ts';
import { FolderRow } from './folder-rows.tsx';

export const cmsFolder = (id: string): string => `/learning-cms/folder-cms/${id}`;

/** /learning/curriculum-cms: the folders at the top, by kind. */
export function CurriculumHome() {
  const query = useQuery(contract.home, {}, { fresh: 0 });
  const [adding, setAdding] = useState(false);
  const order = useCommand(contract.order, { refresh: REFRESH, onError: (error) => notice.error(error) });
  const write = query.data?.can.write ?? false;
  return (
    <PageFrame
      title="Curriculum CMS"
      primary={{
        label: 'New folder',
        icon: <IconPlus {...icon} />,
        hidden: !write,
        run: () => setAdding(true),
      }}
      menu={[
        { label: 'All plans', to: '/learning/curriculum-cms/list/page/1' },
        { label: 'Authoring board', to: '/learning-cms/curriculum-cms' },
        { label: 'Themes', to: '/learning-cms/theme-and-skills' },
      ]}
    >
      <QueryState query={query}>
        {({ folders }) => (
          <Stack gap="md">
            {folders.length === 0 ? (
              <EmptyState
                title="No folders yet"
                help="A folder holds learning material or plans of one class group."
              />
            ) : null}
            {(Object.keys(folderKinds) as (keyof typeof folderKinds)[]).map((kind) => {
              const own = folders.filter((folder) => folder.kind === kind);
              if (own.length === 0) return null;
              return (
                <Section key={kind} title={folderKinds[kind]}>
                  {own.map((folder) => (
                    <FolderRow
                      key={folder.id}
                      folder={folder}
                      to={cmsFolder(folder.id)}
                      end={
                        write ? (
                          <OrderButtons
                            name={folder.name}
                            ids={own.map(({ id }) => id)}
                            id={folder.id}
                            disabled={order.running}
                            onOrder={(ids) => void order.run({ ids })}
                          />
                        ) : null
                      }
                    />
                  ))}
                </Section>
              );
            })}
          </Stack>
        )}
      </QueryState>
      {adding ? <AddFolder onClose={() => setAdding(false)} /> : null}
    </PageFrame>
  );
}
