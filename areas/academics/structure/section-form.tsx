import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type SectionRow, sectionContract, teacherParts } from './section.contract.ts';
import { Places } from './section-list.tsx';

const LIST = '/class/details?tab=section';
const crumbs = [{ label: 'Sections', to: LIST }];

/** /class/add?what=section: a new section, or one with its teachers. */
export function SectionForm({ id }: { id: string | null }) {
  const { franchisee } = useSession();
  if (!franchisee)
    return (
      <PageFrame title="Section" crumbs={crumbs}>
        <EmptyState
          title="Choose a centre"
          help="A section belongs to one centre. Choose it in the top bar."
        />
      </PageFrame>
    );
  if (id !== null) return <EditSection id={id} />;
  return (
    <PageFrame title="Add section" crumbs={crumbs} context="centre-year">
      <SectionFields section={null} />
    </PageFrame>
  );
}

function EditSection({ id }: { id: string }) {
  const query = useQuery(sectionContract.forForm, { id });
  return (
    <QueryState query={query}>
      {({ section, staff }) => (
        <PageFrame title={`${section.className} ${section.name}`} crumbs={crumbs} context="centre-year">
          <Stack gap="md">
            <Section title="Children">
              <Places row={section} />
            </Section>
            <SectionTeachers section={section} staff={staff} />
            <SectionFields key={section.version} section={section} />
          </Stack>
        </PageFrame>
      )}
    </QueryState>
  );
}

function SectionFields({ section }: { section: SectionRow | null }) {
  const navigate = useNavigate();
  const form = useForm(sectionContract.save, {
    start: section
      ? {
          classId: section.classId,
          name: section.name,
          daySession: section.daySession,
          startsAt: section.startsAt,
          endsAt: section.endsAt,
          room: section.room,
          capacity: section.capacity,
        }
      : { daySession: 'MORNING', startsAt: '09:00', endsAt: '12:00', capacity: 20 },
    toInput: (values) => ({ ...values, id: section?.id ?? null, version: section?.version ?? null }),
    disabled: section !== null && !section.can['edit'],
    refresh: ['section'],
    onDone: ({ id }) => {
      notice.ok('Section saved');
      void navigate(section ? LIST : `/class/add?what=section&id=${id}`);
    },
  });
  return (
    <Form form={form}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {Object.keys(sectionContract.save.fields ?? {}).map((name) => (
          <Field key={name} name={name} />
        ))}
      </SimpleGrid>
      <SaveBar
        label={section ? 'Save section' : 'Add section'}
        will="Changes this centre’s section of the year"
      />
    </Form>
  );
}

type Staff = readonly { id: string; name: string }[];

function SectionTeachers({ section, staff }: { section: SectionRow; staff: Staff }) {
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<SectionRow['teachers'][number] | null>(null);
  const today = todayIst(serverNow());
  return (
    <Section
      title="Teachers"
      flush={section.teachers.length > 0}
      actions={
        section.can['setTeacher'] && (
          <Button variant="default" onClick={() => setAdding(true)}>
            Set teacher
          </Button>
        )
      }
    >
      {section.teachers.length === 0 ? (
        <Text c="dimmed">Nobody teaches this section yet.</Text>
      ) : (
        <Table.ScrollContainer minWidth={520}>
          <Table>
            <Table.Tbody>
              {section.teachers.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td>{one.name}</Table.Td>
                  <Table.Td>{one.subject ?? teacherParts[one.part]}</Table.Td>
                  <Table.Td>
                    from <DateText day={one.fromOn} />
                    {one.toOn && (
                      <>
                        {' '}
                        until <DateText day={one.toOn} />
                      </>
                    )}
                  </Table.Td>
                  <Table.Td>
                    {section.can['setTeacher'] && (
                      <button type="button" className="link-button" onClick={() => setEnding(one)}>
                        Set last day
                      </button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {adding && (
        <CommandDialog
          of={sectionContract.setTeacher}
          title={`Teacher of ${section.className} ${section.name}`}
          text="Only approved staff of this centre can teach. A new class teacher follows the one before."
          confirm="Set teacher"
          start={{ sectionId: section.id, part: 'CLASS_TEACHER', fromOn: today }}
          fields={{
            staffId: {
              kind: 'choice',
              options: staff.map(({ id, name }) => ({ value: id, label: name })),
            },
            subjectId: { when: (values) => values['part'] === 'SUBJECT' },
          }}
          refresh={['section']}
          done="Teacher set"
          onClose={() => setAdding(false)}
        />
      )}
      {ending && (
        <CommandDialog
          of={sectionContract.endTeacher}
          title={`Last day of ${ending.name}`}
          confirm="Set last day"
          start={{ id: ending.id, toOn: today }}
          fields={{ toOn: { earliest: ending.fromOn } }}
          refresh={['section']}
          done="Last day set"
          onClose={() => setEnding(null)}
        />
      )}
    </Section>
  );
}
