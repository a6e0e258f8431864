import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Button, Group, NavLink, Stack, Text } from '@mantine/core';
import { type RemarkRow, remarkContract } from './remark.contract.ts';
import { checkRemark, REMARK_MAX, REMARK_MIN } from './remark-checks.ts';
import { noSheet, SectionTermBar, useSheetParams } from './section-term-bar.tsx';

type Remarks = OutputOf<typeof remarkContract.list>;

/** /grade-book/skills/class-teacher-remark: what the class teacher writes of each child for the card. */
export function ClassTeacherRemark() {
  const query = useQuery(remarkContract.list, useSheetParams(), { fresh: 0 });
  return (
    <PageFrame title="Class teacher remark" context="centre">
      <QueryState query={query}>
        {(remarks) => (
          <Stack gap="md">
            <SectionTermBar choice={remarks}>
              <Text className="figures">
                {`${remarks.rows.filter(({ remark }) => remark !== null).length} of ${
                  remarks.rows.filter(({ tooEarly }) => tooEarly === null).length
                } written`}
              </Text>
            </SectionTermBar>
            {remarks.closed && (
              <Alert color="info" variant="light">
                {remarks.closed}
              </Alert>
            )}
            {noSheet(remarks) ??
              (remarks.rows.length === 0 ? (
                <EmptyState
                  title="No children in this term"
                  help="Children appear from the day of their placement on."
                />
              ) : (
                <RemarkDesk remarks={remarks} />
              ))}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function stateOf({ remark, tooEarly }: RemarkRow) {
  if (tooEarly !== null) return <Tag tone="neutral">Too early</Tag>;
  return remark ? <Tag tone="success">Written</Tag> : <Tag tone="warning">Missing</Tag>;
}

function RemarkDesk({ remarks }: { remarks: Remarks }) {
  const [chosen, choose] = useParam('child');
  const { rows } = remarks;
  const row = rows.find(({ enrolmentId }) => enrolmentId === chosen) ?? rows[0];
  if (!row) return null;
  const next = rows[rows.indexOf(row) + 1];
  return (
    <TwoColumns
      main={
        <Editor
          key={`${row.enrolmentId} ${row.remark?.version ?? 0}`}
          remarks={remarks}
          row={row}
          next={next ? () => choose(next.enrolmentId) : null}
        />
      }
      rail={
        <Section title="Children" flush>
          {rows.map((one) => (
            <NavLink
              key={one.enrolmentId}
              active={one === row}
              label={one.name}
              rightSection={stateOf(one)}
              onClick={() => choose(one.enrolmentId)}
            />
          ))}
        </Section>
      }
    />
  );
}

function Editor({ remarks, row, next }: { remarks: Remarks; row: RemarkRow; next: (() => void) | null }) {
  const { sectionId, termId, rows } = remarks;
  const may = remarks.can['save'] === true && row.tooEarly === null;
  const form = useForm(remarkContract.save, {
    start: {
      text: row.remark?.text ?? '',
      strengths: row.remark?.strengths ?? null,
      nextStep: row.remark?.nextStep ?? null,
    },
    toInput: (values) => ({
      text: String(values['text'] ?? ''),
      strengths: values['strengths'] || null,
      nextStep: values['nextStep'] || null,
      sectionId,
      termId,
      enrolmentId: row.enrolmentId,
      version: row.remark?.version ?? null,
    }),
    draft: `remark:${termId}:${row.enrolmentId}`,
    disabled: !may,
    refresh: ['remark', 'grade'],
    onDone: ({ warnings }) => {
      notice.ok('Remark saved.');
      for (const warning of warnings) notice.warn(warning);
      next?.();
    },
  });
  const text = String(form.values['text'] ?? '');
  const others = rows.filter((one) => one.enrolmentId !== row.enrolmentId);
  const { errors, warnings } = checkRemark({
    text,
    gender: row.gender,
    others: others.filter((one) => firstName(one) !== firstName(row)).map(({ name }) => name),
    otherTexts: others.flatMap(({ remark }) => remark?.text ?? []),
  });
  return (
    <Section
      title={row.name}
      help={
        row.tooEarly !== null
          ? `Too early to assess: ${row.tooEarly}`
          : `${REMARK_MIN} to ${REMARK_MAX} characters about this child alone`
      }
    >
      <Form form={form}>
        <Stack
          gap="md"
          onKeyDown={(event) => {
            if (event.ctrlKey && event.key === 'ArrowDown') next?.();
          }}
        >
          <Field name="text" autoFocus={may} />
          <Group justify="space-between" align="start">
            <div aria-live="polite">
              {text.trim() !== '' &&
                [...errors, ...warnings].map((fault) => (
                  <Text
                    key={fault}
                    size="sm"
                    c={errors.includes(fault) ? 'var(--a-danger-text)' : 'var(--a-warning-text)'}
                  >
                    {fault}
                  </Text>
                ))}
              {text.trim() !== '' && errors.length + warnings.length === 0 && (
                <Text size="sm" className="quiet">
                  All checks passed
                </Text>
              )}
            </div>
            <Text size="sm" className="quiet figures">{`${text.trim().length} of ${REMARK_MAX}`}</Text>
          </Group>
          <Field name="strengths" />
          <Field name="nextStep" />
          {may && (
            <Group>
              <Button type="submit" loading={form.saving} disabled={errors.length > 0}>
                {next ? 'Save and next child' : 'Save'}
              </Button>
              <Text size="sm" className="quiet" visibleFrom="sm">
                Ctrl + ↓ next child
              </Text>
            </Group>
          )}
        </Stack>
      </Form>
    </Section>
  );
}

const firstName = ({ name }: { name: string }): string | undefined => name.split(' ')[0];
