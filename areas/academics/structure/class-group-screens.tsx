import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Group, Select, Stack, Table } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { type ClassGroupRow, classGroupContract, groupTypes } from './network-lists.contract.ts';

const LIST = '/class-group/list';
const crumbs = [{ label: 'Class groups', to: LIST }];

/** /class-group/list */
export function ClassGroupList() {
  const query = useQuery(classGroupContract.overview, {});
  const [type, setType] = useParam('type');
  const [className, setClass] = useParam('class');
  const all = query.data?.rows ?? [];
  const rows = all.filter(
    (row) => (!type || row.type === type) && (!className || row.classes.includes(className)),
  );
  return (
    <PageFrame
      title="Class groups"
      count={query.data ? rows.length : undefined}
      primary={query.data?.can['save'] ? { label: 'Add class group', to: '/class-group/add' } : undefined}
    >
      <QueryState query={query}>
        {() =>
          all.length === 0 ? (
            <EmptyState
              title="No class groups yet"
              help="A group names the classes and centres that a training, a curriculum or a recorded class is for."
            />
          ) : (
            <Stack gap="md">
              <Group>
                <Select
                  label="Type"
                  placeholder="All"
                  data={[...groupTypes]}
                  value={type}
                  onChange={setType}
                  clearable
                />
                <Select
                  label="Class"
                  placeholder="All"
                  data={[...new Set(all.flatMap((row) => row.classes))]}
                  value={className}
                  onChange={setClass}
                  clearable
                />
              </Group>
              <Rows rows={rows} edits={query.data?.can['save'] === true} />
            </Stack>
          )
        }
      </QueryState>
    </PageFrame>
  );
}

function Rows({ rows, edits }: { rows: readonly ClassGroupRow[]; edits: boolean }) {
  if (rows.length === 0) return <EmptyState title="No class group fits" help="Clear a filter to see more." />;
  return (
    <Section flush>
      <Table.ScrollContainer minWidth={640}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {['Name', 'Type', 'Classes', 'Centres', ''].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>
                  {edits ? (
                    <Anchor component={Link} to={`/class-group/edit/${row.id}`}>
                      {row.name}
                    </Anchor>
                  ) : (
                    row.name
                  )}
                </Table.Td>
                <Table.Td>{row.type}</Table.Td>
                <Table.Td>{row.classes.join(', ')}</Table.Td>
                <Table.Td>{row.centres.join(', ') || 'All centres'}</Table.Td>
                <Table.Td>{!row.active && <Tag tone="neutral">Not in use</Tag>}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

/** /class-group/add and /class-group/edit/{classGroupID} */
export function ClassGroupForm() {
  const { classGroupID } = useParams();
  const query = useQuery(classGroupContract.overview, {});
  return (
    <QueryState query={query}>
      {({ rows, can }) => {
        const group = rows.find((row) => row.id === classGroupID) ?? null;
        return (
          <PageFrame title={group?.name ?? 'Add class group'} crumbs={crumbs}>
            {classGroupID !== undefined && !group ? (
              <EmptyState
                title="This class group is not there"
                action={{ label: 'All class groups', to: LIST }}
              />
            ) : (
              <GroupFields key={group?.version ?? 0} group={group} may={can['save'] === true} />
            )}
          </PageFrame>
        );
      }}
    </QueryState>
  );
}

function GroupFields({ group, may }: { group: ClassGroupRow | null; may: boolean }) {
  const navigate = useNavigate();
  const form = useForm(classGroupContract.save, {
    start: group
      ? {
          name: group.name,
          type: group.type,
          classIds: group.classIds,
          centreIds: group.centreIds,
          active: group.active,
        }
      : { classIds: [], centreIds: [], active: true },
    toInput: (values) => ({ ...values, id: group?.id ?? null, version: group?.version ?? null }),
    disabled: !may,
    refresh: ['class-group'],
    onDone: () => {
      notice.ok('Class group saved');
      void navigate(LIST);
    },
  });
  return (
    <Form form={form}>
      {Object.keys(classGroupContract.save.fields ?? {}).map((name) => (
        <Field key={name} name={name} />
      ))}
      {may && <SaveBar label="Save class group" will="Changes the group at every centre it holds at" />}
    </Form>
  );
}
