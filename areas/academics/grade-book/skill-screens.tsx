import type { AnyRecord } from '@aangan/contract/record.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { ImportDialog } from '@aangan/web/import/import-screen.tsx';
import { RecordDrawer } from '@aangan/web/record/record-drawer.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Stack, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { abilities, skill, skillParameter, subSkill } from './skill.record.ts';
import {
  type Level,
  type ParameterRow,
  type SkillRow,
  type SubSkillRow,
  skillTreeContract,
  skillTreeImport,
} from './skill-tree.contract.ts';
import { TreeTable } from './skill-tree.tsx';

const SKILLS = '/grade-book/skills/list';
const skillsCrumb = { label: 'Skills', to: SKILLS };
const REFRESH = ['skill', 'sub-skill', 'skill-parameter', 'skill-assignment'];

/** Where a new entry goes: behind the last. */
const nextPosition = (rows: readonly { position: number }[]): number =>
  Math.max(0, ...rows.map(({ position }) => position)) + 1;

/** /grade-book/skills/list */
export function SkillList() {
  const query = useQuery(skillTreeContract.overview, {});
  const [open, setOpen] = useState<SkillRow | 'new' | 'import' | null>(null);
  const rows = query.data?.rows ?? [];
  const may = query.data?.can['change'] === true;
  const add = { label: 'Add skill', run: () => setOpen('new'), icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title="Skills"
      count={query.data?.rows.length}
      primary={may ? add : undefined}
      menu={[{ label: 'Import skills', run: () => setOpen('import'), hidden: !may }]}
    >
      <QueryState query={query}>
        {({ scales }) => (
          <PageTabs
            tabs={[
              {
                value: 'skills',
                label: 'Skills',
                content:
                  rows.length === 0 ? (
                    <EmptyState
                      title="No skills yet"
                      help={
                        may
                          ? 'Import the sheet of the framework, or add a skill.'
                          : 'Head office keeps the skills of the network.'
                      }
                      {...(may ? { action: add } : {})}
                    />
                  ) : (
                    <TreeTable
                      rows={rows}
                      linkOf={(row) => `/grade-book/skills/subSkills/${row.id}`}
                      columns={[
                        { label: 'Domain code', of: (row) => row.domainCode },
                        { label: 'Sub-skills', of: (row) => row.subSkills },
                        { label: 'Competencies', of: (row) => row.competencies },
                        { label: 'Classes', of: (row) => row.classes.join(', ') },
                      ]}
                      edit={may ? setOpen : null}
                    />
                  ),
              },
              { value: 'scales', label: 'Scales', content: <Scales scales={scales} /> },
            ]}
          />
        )}
      </QueryState>
      {open === 'import' && (
        <ImportDialog of={skillTreeImport} refresh={REFRESH} onDone={() => setOpen(null)} />
      )}
      {open !== null && open !== 'import' && (
        <RecordDrawer
          record={skill as AnyRecord}
          row={open === 'new' ? null : open}
          fields={['name', 'nameHi', 'domainCode', 'position', 'active']}
          start={{ position: nextPosition(rows) }}
          refresh={REFRESH}
          onClose={() => setOpen(null)}
        />
      )}
    </PageFrame>
  );
}

function Scales({ scales }: { scales: readonly { id: string; name: string; levels: readonly Level[] }[] }) {
  return (
    <Stack gap="md">
      {scales.map((scale) => (
        <Section key={scale.id} title={scale.name} flush>
          <Table>
            <Table.Tbody>
              {scale.levels.map((level) => (
                <Table.Tr key={level.id}>
                  <Table.Td w={70}>{`Key ${level.rank}`}</Table.Td>
                  <Table.Td w={180}>
                    <Tag tone={level.colour}>{level.label}</Tag>
                  </Table.Td>
                  <Table.Td w={140} lang="hi">
                    {level.labelHi}
                  </Table.Td>
                  <Table.Td>{level.descriptor}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      ))}
      <Text size="sm" className="quiet">
        A class and term take one of these scales under Assign skills. After the first entry it is fixed.
      </Text>
    </Stack>
  );
}

/** /grade-book/skills/subSkills/{skillId} */
export function SubSkillList() {
  const { skillId = '' } = useParams();
  const query = useQuery(skillTreeContract.subSkills, { skillId });
  const [open, setOpen] = useState<SubSkillRow | 'new' | null>(null);
  const may = query.data?.can['change'] === true;
  const add = { label: 'Add sub-skill', run: () => setOpen('new'), icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title={query.data?.skill.name ?? 'Skill'}
      count={query.data?.rows.length}
      crumbs={[skillsCrumb]}
      primary={may ? add : undefined}
    >
      <QueryState query={query}>
        {({ rows }) => (
          <>
            {rows.length === 0 ? (
              <EmptyState
                title="No sub-skills yet"
                help="A sub-skill is a goal of the framework; its competencies are graded."
                {...(may ? { action: add } : {})}
              />
            ) : (
              <TreeTable
                rows={rows}
                linkOf={(row) => `/grade-book/skills/parameters/${skillId}/${row.id}`}
                columns={[
                  { label: 'Goal code', of: (row) => row.cgCode },
                  { label: 'Competencies', of: (row) => row.competencies },
                ]}
                edit={may ? setOpen : null}
              />
            )}
            {open !== null && (
              <RecordDrawer
                record={subSkill as AnyRecord}
                row={open === 'new' ? null : open}
                fields={['name', 'cgCode', 'position', 'active']}
                start={{ skillId, position: nextPosition(rows) }}
                refresh={REFRESH}
                onClose={() => setOpen(null)}
              />
            )}
          </>
        )}
      </QueryState>
    </PageFrame>
  );
}

/** /grade-book/skills/parameters/{skillId}/{subSkillId} */
export function ParameterList() {
  const { skillId = '', subSkillId = '' } = useParams();
  const query = useQuery(skillTreeContract.parameters, { skillId, subSkillId });
  const [open, setOpen] = useState<ParameterRow | 'new' | 'paste' | null>(null);
  const may = query.data?.can['change'] === true;
  const paste = { label: 'Paste many', run: () => setOpen('paste'), icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title={query.data?.subSkill.name ?? 'Competencies'}
      count={query.data?.rows.length}
      crumbs={[
        skillsCrumb,
        { label: query.data?.skill.name ?? 'Skill', to: `/grade-book/skills/subSkills/${skillId}` },
      ]}
      primary={may ? { ...paste, label: 'Add competency', run: () => setOpen('new') } : undefined}
      menu={[{ ...paste, hidden: !may }]}
    >
      <QueryState query={query}>
        {({ rows }) => (
          <>
            {rows.length === 0 ? (
              <EmptyState
                title="No competencies yet"
                help="Paste them from the framework, one a line."
                {...(may ? { action: paste } : {})}
              />
            ) : (
              <TreeTable
                rows={rows}
                linkOf={() => null}
                second={(row) => row.nameHi}
                columns={[
                  { label: 'Ability', of: (row) => row.ability && abilities[row.ability] },
                  { label: 'Guidance', of: (row) => row.guidance },
                  { label: 'Used in class: term', of: (row) => row.usedIn.join('; ') },
                ]}
                edit={may ? setOpen : null}
              />
            )}
            {open === 'paste' && (
              <CommandDialog
                of={skillTreeContract.paste}
                title="Paste competencies"
                text="Those that are there already are left as they are."
                confirm="Add competencies"
                start={{ subSkillId }}
                refresh={REFRESH}
                done={({ added, known }) =>
                  `${added} added${known > 0 ? `, ${known} were there already` : ''}.`
                }
                onClose={() => setOpen(null)}
              />
            )}
            {open !== null && open !== 'paste' && (
              <RecordDrawer
                record={skillParameter as AnyRecord}
                row={open === 'new' ? null : open}
                fields={['name', 'nameHi', 'ability', 'guidance', 'position', 'active']}
                start={{ subSkillId, position: nextPosition(rows) }}
                refresh={REFRESH}
                onClose={() => setOpen(null)}
              />
            )}
          </>
        )}
      </QueryState>
    </PageFrame>
  );
}
