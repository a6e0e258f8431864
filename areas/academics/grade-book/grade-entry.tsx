import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { MOBILE_QUERY } from '@aangan/web/theme.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Alert, Button, Group, Modal, Progress, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { type GradedChild, gradeContract } from './grade.contract.ts';
import { sheetLabels } from './grade.states.ts';
import { GradeChild } from './grade-child.tsx';
import { GradeGrid } from './grade-grid.tsx';
import { noSheet, SectionTermBar, useSheetParams } from './section-term-bar.tsx';
import {
  type CellAt,
  type GradeCells,
  type GradeSheet,
  isFilled,
  keyOf,
  useGradeCells,
} from './use-grade-cells.tsx';

const ALL = 'All skills';
const tones = {
  OPEN: 'neutral',
  SUBMITTED: 'info',
  RETURNED: 'warning',
  PROOFED: 'success',
  PUBLISHED: 'success',
} as const;

/** /grade-book/skills/grade-entry: the children of a section by what they are graded on in a term. */
export function GradeEntry() {
  const query = useQuery(gradeContract.sheet, useSheetParams(), { fresh: 0 });
  return (
    <PageFrame title="Grade entry" context="centre">
      <QueryState query={query}>
        {(sheet) => (
          <Stack gap="md">
            <SectionTermBar choice={sheet}>
              {sheet.sheet && <Tag tone={tones[sheet.sheet.status]}>{sheetLabels[sheet.sheet.status]}</Tag>}
            </SectionTermBar>
            {noSheet(sheet) ??
              (sheet.competencies.length === 0 ? (
                <EmptyState
                  title="Nothing is assigned to this class and term yet"
                  help="Head office chooses the competencies under Assign skills."
                />
              ) : sheet.children.length === 0 ? (
                <EmptyState
                  title="No children in this term"
                  help="Children appear from the day of their placement on."
                />
              ) : (
                <SheetGrades key={`${sheet.sectionId} ${sheet.termId}`} sheet={sheet} />
              ))}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function SheetGrades({ sheet }: { sheet: GradeSheet }) {
  const cells = useGradeCells(sheet);
  const [skill, setSkill] = useState<string | null>(null);
  const [noteAt, setNoteAt] = useState<CellAt | null>(null);
  const [child, setChild] = useState<GradedChild | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  const may = sheet.can['save'] === true;
  const skills = [...new Set(sheet.competencies.map((one) => one.skill))];
  const open = skill ?? skills[0] ?? ALL;
  const shown = open === ALL ? sheet.competencies : sheet.competencies.filter((one) => one.skill === open);
  const grid = {
    children: sheet.children,
    competencies: shown,
    levels: sheet.levels,
    cells,
    may,
    faults,
    askNote: setNoteAt,
    openChild: setChild,
  };
  return (
    <>
      <UnsavedGuard guards={() => cells.waiting > 0} />
      {sheet.sheet?.returnNote && sheet.sheet.status === 'RETURNED' && (
        <Alert color="warning" variant="light" title="Returned">
          {sheet.sheet.returnNote}
        </Alert>
      )}
      {sheet.closed && (
        <Alert color="info" variant="light">
          {sheet.closed}
        </Alert>
      )}
      <Conflicts sheet={sheet} cells={cells} />
      <Section
        flush={!mobile}
        title={open}
        help={
          may &&
          !mobile &&
          `Keys: ${sheet.levels.map(({ rank, label }) => `${rank} ${label}`).join(', ')}, N not observed, Delete empties`
        }
        actions={
          <Select
            aria-label="Skill"
            data={[...skills, ALL].map((name) => ({
              value: name,
              label: `${name} ${meterOf(sheet, cells, name === ALL ? null : name).words}`,
            }))}
            value={open}
            onChange={setSkill}
            allowDeselect={false}
            w={260}
          />
        }
      >
        {mobile ? <GradeChild {...grid} /> : <GradeGrid {...grid} />}
      </Section>
      <SheetFoot sheet={sheet} cells={cells} setFaults={setFaults} />
      {noteAt && (
        <NoteDialog
          start={cells.cellOf(noteAt).notObserved ?? ''}
          save={(notObserved) => cells.set([noteAt], { levelId: null, notObserved })}
          onClose={() => setNoteAt(null)}
        />
      )}
      {child && <ChildDialog sheet={sheet} child={child} onClose={() => setChild(null)} />}
    </>
  );
}

/** Filled of required grades, of one skill or of all. */
function meterOf(sheet: GradeSheet, cells: GradeCells, skill: string | null) {
  const required = sheet.competencies.filter(
    (one) => one.required && (skill === null || one.skill === skill),
  );
  const children = sheet.children.filter(({ tooEarly }) => tooEarly === null);
  const filled = children.reduce(
    (sum, { enrolmentId }) =>
      sum + required.filter(({ parameterId }) => isFilled(cells.cellOf({ enrolmentId, parameterId }))).length,
    0,
  );
  const total = required.length * children.length;
  return { filled, total, words: `${filled} of ${total}` };
}

interface FootProps {
  sheet: GradeSheet;
  cells: GradeCells;
  setFaults: (faults: Readonly<Record<string, string>>) => void;
}

/** The meter, whether all is saved, and what may be done with the sheet. */
function SheetFoot({ sheet, cells, setFaults }: FootProps) {
  const [returning, setReturning] = useState(false);
  const confirm = useConfirm();
  const meter = meterOf(sheet, cells, null);
  const submit = useCommand(gradeContract.submit, {
    refresh: ['grade', 'remark'],
    onDone: () => {
      setFaults({});
      notice.ok('Submitted to the proof-reader.');
    },
    onError: (error) => {
      setFaults(error.fields);
      notice.error(error);
    },
  });
  const proof = useCommand(gradeContract.proof, {
    onDone: () => notice.ok('Marked as proof-read.'),
    onError: (error) => notice.error(error),
  });
  const { sectionId, termId, can } = sheet;
  const send = async () => {
    if (!sectionId || !termId || !(await cells.flush())) return;
    const sure = await confirm({
      title: 'Submit this sheet?',
      text: 'Nothing can be changed in its grades and remarks until the proof-reader returns it.',
      confirm: 'Submit',
    });
    if (sure) void submit.run({ sectionId, termId });
  };
  return (
    <Group justify="space-between">
      <Stack gap={4}>
        <Text className="figures" aria-live="polite">
          {`${meter.words} grades entered`}
        </Text>
        <Progress
          value={meter.total === 0 ? 0 : (meter.filled / meter.total) * 100}
          w={220}
          aria-label="Filled"
        />
        <Text size="sm" className="quiet" aria-live="polite">
          {cells.error ? cells.error.message : cells.waiting > 0 ? 'Saving…' : 'All entries are saved'}
        </Text>
      </Stack>
      <Group>
        {cells.error && (
          <Button variant="default" onClick={() => void cells.flush()}>
            Save again
          </Button>
        )}
        {can['submit'] && (
          <Button loading={submit.running} onClick={() => void send()}>
            Submit
          </Button>
        )}
        {sheet.sheet && can['return'] && (
          <Button variant="default" onClick={() => setReturning(true)}>
            Return
          </Button>
        )}
        {sheet.sheet && can['proof'] && (
          <Button
            loading={proof.running}
            onClick={() =>
              sheet.sheet && void proof.run({ id: sheet.sheet.id }, { ifMatch: sheet.sheet.version })
            }
          >
            Mark as proof-read
          </Button>
        )}
      </Group>
      {returning && sheet.sheet && (
        <CommandDialog
          of={gradeContract.giveBack}
          title="Return the sheet"
          text="The teacher is notified and can change grades and remarks again."
          confirm="Return"
          start={{ id: sheet.sheet.id }}
          ifMatch={sheet.sheet.version}
          refresh={['grade', 'remark']}
          done="Returned."
          onClose={() => setReturning(false)}
        />
      )}
    </Group>
  );
}

function Conflicts({ sheet, cells }: { sheet: GradeSheet; cells: GradeCells }) {
  const words = ({ levelId, notObserved }: { levelId: string | null; notObserved: string | null }) =>
    sheet.levels.find(({ id }) => id === levelId)?.label ?? (notObserved ? 'Not observed' : 'Empty');
  return cells.conflicts.map((conflict) => {
    const name = sheet.children.find((one) => one.enrolmentId === conflict.enrolmentId)?.name;
    const competency = sheet.competencies.find((one) => one.parameterId === conflict.parameterId)?.name;
    return (
      <Alert key={keyOf(conflict)} color="warning" variant="light" title={`${name}: ${competency}`}>
        <Group justify="space-between">
          {`${conflict.by ?? 'Another device'} entered ${words(conflict.theirs)}; you entered ${words(conflict.own)}.`}
          <Group gap="xs">
            <Button variant="default" onClick={() => cells.settle(conflict, false)}>
              {`Keep ${words(conflict.theirs)}`}
            </Button>
            <Button onClick={() => cells.settle(conflict, true)}>{`Use ${words(conflict.own)}`}</Button>
          </Group>
        </Group>
      </Alert>
    );
  });
}

const NOTE_MIN = 5;
const NOTE_MAX = 280;

function NoteDialog({
  start,
  save,
  onClose,
}: {
  start: string;
  save: (note: string) => void;
  onClose: () => void;
}) {
  const [note, setNote] = useState(start);
  const [tried, setTried] = useState(false);
  const fits = note.trim().length >= NOTE_MIN;
  return (
    <Modal opened onClose={onClose} title="Not observed" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!fits) return;
          save(note.trim());
          onClose();
        }}
      >
        <Stack gap="md">
          <Textarea
            label="Why it was not observed"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            maxLength={NOTE_MAX}
            error={tried && !fits ? `At least ${NOTE_MIN} characters` : undefined}
            autoFocus
          />
          <DialogFoot onCancel={onClose}>
            <Button type="submit">Save note</Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  );
}

/** A child that joined late: left out of the term with a reason, or assessed after all. */
function ChildDialog({
  sheet,
  child,
  onClose,
}: {
  sheet: GradeSheet;
  child: GradedChild;
  onClose: () => void;
}) {
  const assess = useCommand(gradeContract.assess, {
    refresh: ['grade', 'remark'],
    onDone: onClose,
    onError: (error) => notice.error(error),
  });
  const { sectionId, termId } = sheet;
  if (!sectionId || !termId) return null;
  const which = { sectionId, termId, enrolmentId: child.enrolmentId };
  if (child.tooEarly === null)
    return (
      <CommandDialog
        of={gradeContract.tooEarly}
        title={`Too early to assess: ${child.name}`}
        text="The child leaves the count of this term, and its card says so."
        confirm="Leave out"
        start={which}
        refresh={['grade', 'remark']}
        done="Left out of this term."
        onClose={onClose}
      />
    );
  return (
    <Modal opened onClose={onClose} title={child.name} centered>
      <Stack gap="md">
        <Text>{`Left out of this term: ${child.tooEarly}`}</Text>
        <DialogFoot onCancel={onClose} running={assess.running}>
          <Button loading={assess.running} onClick={() => void assess.run(which)}>
            Assess after all
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
