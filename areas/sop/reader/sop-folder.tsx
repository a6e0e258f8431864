import { useQuery } from '@aangan/web/api/use-query.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Grid, NavLink, Stack, Text } from '@mantine/core';
import { IconFolder, IconFolderOpen } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import '../sop-look.tsx';
import { readerContract as contract, type SopFolderView } from './reader.contract.ts';
import { SectionReader } from './section-reader.tsx';

/** /sop/folder/{folderId}: the tree, the folder's sections, and the section one reads. */
export function SopFolder() {
  const { folderId = '' } = useParams();
  const [section] = useParam('section');
  const query = useQuery(contract.folder, { folderId }, { fresh: 0 });
  const own = query.data?.path.at(-1)?.name ?? 'SOP folder';
  return (
    <PageFrame
      title={own}
      context="centre"
      crumbs={[
        { label: 'SOP home', to: '/sop/sop-home' },
        ...(query.data?.path.slice(0, -1) ?? []).map(({ id, name }) => ({
          label: name,
          to: `/sop/folder/${id}`,
        })),
      ]}
    >
      <QueryState query={query}>
        {({ folders, sections }) => (
          <Grid gap="md">
            <Grid.Col
              span={{ base: 12, md: 4, lg: 3 }}
              // On a phone what one reads stands first.
              order={{ base: section ? 2 : 1, md: 1 }}
              className="no-print"
            >
              <Stack gap="md">
                <Section title="Sections">
                  <Stack gap={2}>
                    {sections.map((one) => (
                      <NavLink
                        key={one.id}
                        component={Link}
                        to={`/sop/folder/${folderId}?section=${one.id}`}
                        active={one.id === section}
                        label={one.title}
                        description={one.code}
                        rightSection={
                          one.state === 'EXEMPT' ? null : (
                            <StatusTag area="sop-person" state={one.overdue ? 'OVERDUE' : one.state} />
                          )
                        }
                      />
                    ))}
                    {sections.length === 0 ? <Text c="dimmed">Nothing here yet.</Text> : null}
                  </Stack>
                </Section>
                <Section title="Folders">
                  <Tree folders={folders} parent={null} open={folderId} />
                </Section>
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 8, lg: 9 }} order={{ base: section ? 1 : 2, md: 2 }}>
              {section ? (
                <SectionReader key={section} id={section} next={nextOf(sections, section, folderId)} />
              ) : (
                <Section>
                  <Text c="dimmed">
                    {sections.length === 0 ? 'Choose another folder.' : 'Choose a section to read it.'}
                  </Text>
                </Section>
              )}
            </Grid.Col>
          </Grid>
        )}
      </QueryState>
    </PageFrame>
  );
}

const nextOf = (sections: readonly { id: string }[], id: string, folderId: string): string | null => {
  const next = sections[sections.findIndex((one) => one.id === id) + 1];
  return next ? `/sop/folder/${folderId}?section=${next.id}` : null;
};

interface TreeProps {
  folders: readonly SopFolderView[];
  parent: string | null;
  open: string;
}

const Tree = ({ folders, parent, open }: TreeProps) => (
  <Stack gap={2} pl={parent === null ? 0 : 'md'}>
    {folders
      .filter(({ parentId }) => parentId === parent)
      .map((folder) => (
        <div key={folder.id}>
          <Anchor
            component={Link}
            to={`/sop/folder/${folder.id}`}
            {...(folder.id === open ? { fw: 600, 'aria-current': 'page' as const } : {})}
          >
            {folder.id === open ? <IconFolderOpen {...smallIcon} /> : <IconFolder {...smallIcon} />}{' '}
            {folder.name}
          </Anchor>
          <Tree folders={folders} parent={folder.id} open={open} />
        </div>
      ))}
  </Stack>
);
