import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line, OrderButtons } from '@aangan/web/ui/order-line.tsx';
import { ActionMenu, PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import '../curriculum-look.tsx';
import { FolderPlans } from '../plan/folder-plans.tsx';
import { recordedFolder } from '../recorded/recorded-paths.ts';
import { cmsFolder } from './curriculum-home.tsx';
import { folderContract as contract, folderItemContract, type OwnItem } from './folder.contract.ts';
import { AddFolder, AddItem, ChangeFolder, ChangeItem, REFRESH } from './folder-dialogs.tsx';
import { FolderRow } from './folder-rows.tsx';
import { ItemContent } from './item-content.tsx';

type Asked = 'folder' | 'item' | 'change' | OwnItem | null;

/** /learning-cms/folder-cms/{folderId}: a folder as its authors see it. */
export function FolderCms() {
  const { folderId = '' } = useParams();
  const query = useQuery(contract.browse, { folderId }, { fresh: 0 });
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const options = {
    refresh: REFRESH,
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  };
  const setActive = useCommand(contract.setActive, options);
  const setItemActive = useCommand(folderItemContract.setActive, options);
  const orderFolders = useCommand(contract.order, options);
  const orderItems = useCommand(folderItemContract.order, options);
  const view = query.data;
  const write = view?.can.write ?? false;
  const folder = view?.folder;
  return (
    <PageFrame
      title={folder?.name ?? 'Curriculum folder'}
      crumbs={[
        { label: 'Curriculum CMS', to: '/learning/curriculum-cms' },
        ...(view?.path.slice(0, -1) ?? []).map(({ id, name }) => ({ label: name, to: cmsFolder(id) })),
      ]}
      primary={{
        label: 'New item',
        icon: <IconPlus {...icon} />,
        hidden: !write || folder?.kind === 'RECORDED',
        run: () => setAsked('item'),
      }}
      menu={[
        { label: 'Recorded classes', hidden: folder?.kind !== 'RECORDED', to: recordedFolder(folderId) },
        { label: 'New folder in it', hidden: !write, run: () => setAsked('folder') },
        { label: 'Change or move', hidden: !write, run: () => setAsked('change') },
        {
          label: folder?.active ? 'Hide from readers' : 'Show to readers',
          hidden: !write,
          run: () =>
            void (
              folder && setActive.run({ id: folder.id, active: !folder.active }, { ifMatch: folder.version })
            ),
        },
      ]}
    >
      <QueryState query={query}>
        {(shown) => (
          <Stack gap="md">
            <Section>
              <Facts
                items={[
                  { label: 'Class group', value: shown.folder.classGroup ?? 'That of the folder above' },
                  { label: 'For teachers', value: shown.folder.active ? 'Visible' : 'Hidden' },
                  { label: 'Description', value: shown.folder.description },
                ]}
              />
            </Section>
            {shown.folders.length > 0 ? (
              <Section title="Folders">
                {shown.folders.map((one) => (
                  <FolderRow
                    key={one.id}
                    folder={one}
                    to={cmsFolder(one.id)}
                    end={
                      write ? (
                        <OrderButtons
                          name={one.name}
                          ids={shown.folders.map(({ id }) => id)}
                          id={one.id}
                          disabled={orderFolders.running}
                          onOrder={(ids) => void orderFolders.run({ ids })}
                        />
                      ) : null
                    }
                  />
                ))}
              </Section>
            ) : null}
            {shown.folder.kind === 'CURRICULUM_CMS' ? <FolderPlans folderId={shown.folder.id} /> : null}
            {shown.folder.kind === 'RECORDED' && shown.items.length === 0 ? null : (
              <Section title="Items">
                {shown.items.length === 0 ? <Text c="dimmed">Nothing here yet.</Text> : null}
                {shown.items.map((item) => (
                  <Line
                    key={item.id}
                    end={
                      write ? (
                        <>
                          <OrderButtons
                            name={item.title}
                            ids={shown.items.map(({ id }) => id)}
                            id={item.id}
                            disabled={orderItems.running}
                            onOrder={(ids) => void orderItems.run({ ids })}
                          />
                          <ActionMenu
                            label={`More for ${item.title}`}
                            size="md"
                            actions={[
                              { label: 'Change or move', run: () => setAsked(item) },
                              {
                                label: item.state === 'INACTIVE' ? 'Show to readers' : 'Hide from readers',
                                run: () =>
                                  void setItemActive.run(
                                    { id: item.id, active: item.state === 'INACTIVE' },
                                    { ifMatch: item.version },
                                  ),
                              },
                            ]}
                          />
                        </>
                      ) : null
                    }
                  >
                    <ItemContent
                      item={item}
                      mark={<StatusTag area="folder-item" state={item.state} />}
                      address={async () =>
                        (await query.refetch()).data?.items.find(({ id }) => id === item.id)?.url ?? null
                      }
                    />
                    <Times item={item} />
                  </Line>
                ))}
              </Section>
            )}
          </Stack>
        )}
      </QueryState>
      {folder && asked === 'folder' ? <AddFolder parent={folder} onClose={close} /> : null}
      {folder && asked === 'item' ? <AddItem folder={folder} onClose={close} /> : null}
      {folder && asked === 'change' ? <ChangeFolder folder={folder} onClose={close} /> : null}
      {asked !== null && typeof asked === 'object' ? <ChangeItem item={asked} onClose={close} /> : null}
    </PageFrame>
  );
}

function Times({ item }: { item: OwnItem }) {
  if (!item.opensAt && !item.closesAt) return null;
  return (
    <Text size="sm" c="dimmed" pl={28}>
      {item.opensAt ? (
        <>
          From <InstantText at={item.opensAt} />{' '}
        </>
      ) : null}
      {item.closesAt ? (
        <>
          until <InstantText at={item.closesAt} />
        </>
      ) : null}
    </Text>
  );
}
