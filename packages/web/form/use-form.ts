import type { Endpoint, InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import type { Field } from '@aangan/contract/fields.ts';
import type { AnyRecord, RecordDefinition, RowOf } from '@aangan/contract/record.ts';
import { fieldErrors } from '@aangan/contract/refusal.ts';
import { useForm as useMantineForm } from '@mantine/form';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { newId } from '../api/new-id.ts';
import { isUploading, uploadsDone } from '../api/uploads-under-way.ts';
import { useCommand } from '../api/use-command.ts';
import type { WaitingLabel } from '../local/offline-queue.ts';
import { useSession } from '../session/use-session.ts';
import { faultIn } from '../text/faults.ts';
import { useLanguage } from '../text/text.tsx';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import type { FormModel } from './form-model.ts';
import { changesOf, cleanValues, openErrors, same, type Values } from './form-values.ts';

interface SharedOptions<Output> {
  start?: Values;
  onDone?: (output: Output) => void;
  onError?: (error: ApiError) => void;
  /** Names the draft that is kept in this tab; without a name nothing is kept. */
  draft?: string;
  refresh?: readonly string[];
  link?: string | undefined;
  disabled?: boolean;
  /** As of useCommand: what is typed may wait for the network. */
  waits?: WaitingLabel & { onKept: () => void };
}

export interface FormOptions<E extends Endpoint> extends SharedOptions<OutputOf<E>> {
  /** From what is typed to the command's input, when they differ. Errors are looked up by the input's names. */
  toInput?: (values: Values) => unknown;
  /** A rule over several fields: texts by name. */
  check?: (values: Values) => Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, Field>>;
  ifMatch?: number;
  row?: Readonly<Values> | null;
  /** As of useCommand. */
  send?: (input: InputOf<E>) => Promise<OutputOf<E>>;
}

export interface RecordFormOptions<Row> extends SharedOptions<Row> {
  /** The row to change; without one the form adds. */
  row?: Row | null;
  reload?: () => void;
}

// What both overloads have in common, for the body.
type Loose = Omit<FormOptions<Endpoint>, 'onDone' | 'row' | 'send'> & {
  onDone?: (output: never) => void;
  send?: (input: never) => Promise<unknown>;
  row?: unknown;
  reload?: () => void;
};

const isRecord = (source: Endpoint | AnyRecord): source is AnyRecord =>
  'fields' in source && 'endpoints' in source;

/**
 * A form over a record (add without `row`, edit with it: only changed fields are sent, with the row's version) or over
 * any command. A command with declared fields brings them along. Checks with the contract's own schema; the server's field texts land on their fields.
 */
export function useForm<Fs extends RecordDefinition['fields']>(
  record: RecordDefinition<Fs>,
  options?: RecordFormOptions<RowOf<Fs>>,
): FormModel;
export function useForm<E extends Endpoint>(command: E, options?: FormOptions<E>): FormModel;
export function useForm(source: Endpoint | AnyRecord, options: Loose = {}): FormModel {
  // A create keeps its id over retries, so a lost answer never makes a second row.
  const [freshId] = useState(newId);
  const plan = isRecord(source) ? recordPlan(source, options, freshId) : commandPlan(source, options);
  const { me } = useSession();
  const userId = me?.id ?? null;
  const draftName = options.draft ?? null;

  const [kept] = useState<Values | null>(() =>
    draftName ? readDraft(userId, draftName, plan.version) : null,
  );
  const start = useRef<Values>(plan.start);
  const finished = useRef(false);
  const [restored, setRestored] = useState(kept !== null);
  const [failures, setFailures] = useState(0);
  const form = useMantineForm<Values>({ mode: 'controlled', initialValues: { ...plan.start, ...kept } });
  const { language } = useLanguage();
  const { values, errors, setErrors, setFieldValue, setFieldError, setValues } = form;
  // Names whose error this form's own check found: it can tell when they are corrected.
  const own = useRef<ReadonlySet<string>>(new Set());
  const dirty = Object.keys(values).some((name) => !same(values[name], start.current[name]));

  useEffect(() => {
    if (!draftName) return;
    if (dirty) keepDraft(userId, draftName, { values, version: plan.version });
    else dropDraft(userId, draftName);
  }, [values, dirty, draftName, userId, plan.version]);

  const finish = () => {
    if (draftName) dropDraft(userId, draftName);
    start.current = values;
    finished.current = true;
  };
  const { waits } = options;
  const command = useCommand(plan.endpoint, {
    refresh: options.refresh ?? [],
    link: options.link,
    ...(options.send && { send: options.send as (input: unknown) => Promise<Values> }),
    onDone: (output) => {
      finish();
      options.onDone?.(output as never); // the two overloads above fix its type
    },
    ...(waits && {
      waits: {
        ...waits,
        onKept: () => {
          finish();
          waits.onKept();
        },
      },
    }),
    onError: (error) => {
      own.current = new Set();
      if (Object.keys(error.fields).length > 0) setErrors({ ...error.fields });
      setFailures((n) => n + 1);
      options.onError?.(error);
    },
  });

  // A second press comes before the render that shuts the button.
  const sending = useRef(false);
  const submitNow = async () => {
    if (sending.current || command.running) return false;
    const prepared = plan.prepare(values, start.current);
    if (Object.keys(prepared.errors).length > 0) {
      own.current = new Set(Object.keys(prepared.errors));
      setErrors(prepared.errors);
      setFailures((n) => n + 1);
      return false;
    }
    setErrors({});
    sending.current = true;
    const output = await command
      .run(prepared.input as InputOf<Endpoint>, plan.version === null ? {} : { ifMatch: plan.version })
      .finally(() => {
        sending.current = false;
      });
    return output !== null;
  };
  // Saving while a file is on its way would leave it out: the press waits, and sends what the form holds by then.
  const newest = useRef(submitNow);
  newest.current = submitNow;
  const [waitsForFile, setWaitsForFile] = useState(false);
  const submit = async () => {
    if (waitsForFile) return false;
    if (!isUploading()) return submitNow();
    setWaitsForFile(true);
    const there = await uploadsDone();
    setWaitsForFile(false);
    return there && newest.current();
  };

  const keepOpenErrors = (changed: readonly string[], next: Values) => {
    if (Object.keys(errors).length === 0) return;
    const found = own.current.size > 0 ? plan.prepare(next, start.current).errors : {};
    // Two fields may be set by one event: the second must not bring back what the first cleared.
    setErrors((now) => openErrors(now, { changed, own: own.current, found }));
  };

  const reset = useCallback(() => {
    if (draftName) dropDraft(userId, draftName);
    setValues(start.current);
    setErrors({});
    setRestored(false);
  }, [draftName, userId, setValues, setErrors]);

  const told = useMemo(
    () =>
      Object.fromEntries(
        // Only texts are ever put in.
        Object.entries(errors).map(([name, text]) => [name, faultIn(language, String(text))]),
      ),
    [errors, language],
  );
  return {
    values,
    set: (name, value) => {
      finished.current = false;
      setFieldValue(name, value);
      keepOpenErrors([name], { ...values, [name]: value });
    },
    setMany: (next) => {
      finished.current = false;
      setValues({ ...next });
      keepOpenErrors(
        Object.keys(next).filter((name) => !same(next[name], values[name])),
        { ...values, ...next },
      );
    },
    errors: told,
    setError: (name, text) => setFieldError(name, text),
    fields: plan.fields,
    row: plan.row,
    dirty,
    guards: () => dirty && !finished.current && !command.running,
    saving: command.running || waitsForFile,
    error: command.error,
    submit,
    reset,
    restored,
    failures,
    reload: options.reload ?? null,
    disabled: options.disabled ?? false,
  };
}

interface Plan {
  endpoint: Endpoint;
  fields: Readonly<Record<string, Field>>;
  start: Values;
  row: Readonly<Values> | null;
  version: number | null;
  prepare: (values: Values, start: Values) => { input: unknown; errors: Record<string, string> };
}

function commandPlan(endpoint: Endpoint, options: Loose): Plan {
  const declared = endpoint.fields ?? {};
  return {
    endpoint,
    fields: options.fields ?? declared,
    start: { ...emptyValues(declared), ...options.start },
    row: (options.row ?? null) as Values | null, // a row is an object of fields
    version: options.ifMatch ?? null,
    prepare: (values) => {
      const input = options.toInput ? options.toInput(values) : cleanValues(endpoint.input, values);
      const verdict = endpoint.input.safeParse(input);
      const errors = verdict.success ? {} : withLabels(fieldErrors(verdict.error), declared);
      return { input, errors: { ...options.check?.(values), ...errors } };
    },
  };
}

function recordPlan(record: AnyRecord, options: Loose, freshId: string): Plan {
  const fields = record.fields as Readonly<Record<string, Field>>;
  const row = (options.row ?? null) as Values | null; // same
  const endpoint = row ? record.endpoints.update : record.endpoints.create;
  if (!endpoint) throw new Error(`Record '${record.name}' is written by commands: give useForm the command`);
  const start = Object.fromEntries(
    Object.entries(emptyValues(fields)).map(([name, empty]) => [
      name,
      row?.[name] ?? options.start?.[name] ?? empty,
    ]),
  );
  const id = row ? row.id : record.key === 'uuid' ? freshId : undefined;
  return {
    endpoint,
    fields,
    start,
    row,
    version: row && typeof row.version === 'number' ? row.version : null,
    prepare: (values, before) => {
      const clean = cleanValues(record.createSchema, values);
      const all = record.createSchema.safeParse(clean);
      const changes = row ? withNulls(changesOf(before, values), clean) : clean;
      const wrong = all.success ? {} : fieldErrors(all.error);
      // An old row may break a newer rule in a field nobody touched: only what is changed now is held to it.
      const errors = row
        ? Object.fromEntries(Object.entries(wrong).filter(([name]) => (name.split('.')[0] ?? '') in changes))
        : wrong;
      const problems = all.success ? record.problems(all.data as Values) : {};
      return {
        input: row ? { id, changes } : { ...(id === undefined ? {} : { id }), ...clean },
        errors: { ...problems, ...errors },
      };
    },
  };
}

// A changed field that was emptied is sent as null (absent = leave, null = clear).
const withNulls = (changes: Values, clean: Values): Values =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, clean[name] ?? null]));

// An empty field of a command says its name: the count above the fields leads to it, and a screen reader reads it first.
const withLabels = (
  errors: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, Field>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [
      name,
      text === 'Fill this in' && fields[name] ? `${fields[name].label}: fill this in` : text,
    ]),
  );

const emptyValues = (fields: Readonly<Record<string, Field>>): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyOf(name, field)]));

// A row that somebody adds is in use until they say otherwise.
const emptyOf = (name: string, field: Field): unknown =>
  field.kind === 'boolean' ? name === 'active' : field.kind === 'choices' ? [] : null;
