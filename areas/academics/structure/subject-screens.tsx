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
import { Anchor, SimpleGrid, Table } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { type SubjectRow, subjectContract } from './network-lists.contract.ts';

const LIST = '/class/details?tab=subject';

/** The network's subjects with the classes that have them. */
export function SubjectList() {
  const query = useQuery(subjectContract.overview, {});
  return (
    <QueryState query={query}>
      {({ rows, can }) =>
        rows.length === 0 ? (
          <EmptyState title="No subjects yet" help="Head office adds the subjects of the network." />
        ) : (
          <Section title="Subjects" flush>
            <Table.ScrollContainer minWidth={560}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    {['Code', 'Name', 'Kind', 'Classes', ''].map((label) => (
                      <Table.Th key={label}>{label}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.id}>
                      <Table.Td>{row.code}</Table.Td>
                      <Table.Td>
                        {can['save'] ? (
                          <Anchor component={Link} to={`/class/add?what=subject&id=${row.id}`}>
                            {row.name}
                          </Anchor>
                        ) : (
                          row.name
                        )}
                      </Table.Td>
                      <Table.Td>{kinds[row.kind]}</Table.Td>
                      <Table.Td>{row.classes.join(', ') || '–'}</Table.Td>
                      <Table.Td>{!row.active && <Tag tone="neutral">Not in use</Tag>}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Section>
        )
      }
    </QueryState>
  );
}

const kinds: Readonly<Record<SubjectRow['kind'], string>> = {
  CORE: 'Core',
  LANGUAGE: 'Language',
  ACTIVITY: 'Activity',
};

/** /class/add?what=subject */
export function SubjectForm({ id }: { id: string | null }) {
  const query = useQuery(subjectContract.overview, {});
  return (
    <QueryState query={query}>
      {({ rows, can }) => {
        const subject = rows.find((row) => row.id === id) ?? null;
        return (
          <PageFrame title={subject?.name ?? 'Add subject'} crumbs={[{ label: 'Subjects', to: LIST }]}>
            <SubjectFields key={subject?.version ?? 0} subject={subject} may={can['save'] === true} />
          </PageFrame>
        );
      }}
    </QueryState>
  );
}

function SubjectFields({ subject, may }: { subject: SubjectRow | null; may: boolean }) {
  const navigate = useNavigate();
  const form = useForm(subjectContract.save, {
    start: subject
      ? {
          name: subject.name,
          code: subject.code,
          kind: subject.kind,
          classIds: subject.classIds,
          position: subject.position,
          active: subject.active,
        }
      : { kind: 'CORE', classIds: [], position: 0, active: true },
    toInput: (values) => ({ ...values, id: subject?.id ?? null, version: subject?.version ?? null }),
    disabled: !may,
    refresh: ['subject'],
    onDone: () => {
      notice.ok('Subject saved');
      void navigate(LIST);
    },
  });
  return (
    <Form form={form}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {Object.keys(subjectContract.save.fields ?? {}).map((name) => (
          <Field key={name} name={name} />
        ))}
      </SimpleGrid>
      {may && <SaveBar label="Save subject" will="Changes the subjects of every centre" />}
    </Form>
  );
}
