import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatDay } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { SimpleGrid, Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { galleryContract, type StaffAlbum } from './gallery.contract.ts';
import { galleryPaths } from './gallery-paths.ts';
import { audiences } from './photo-names.ts';

/** /photogallary/add-photogallary: what the album is about; its pictures come on the next page. */
export function AddGallery() {
  const navigate = useNavigate();
  return (
    <PageFrame
      title="Add an album"
      context="centre-year"
      crumbs={[{ label: 'Photo albums', to: galleryPaths.list }]}
    >
      <AlbumForm onSaved={(id) => void navigate(galleryPaths.edit(id))} />
    </PageFrame>
  );
}

interface AlbumFormProps {
  album?: StaffAlbum;
  onSaved: (id: string) => void;
  onCancel?: () => void;
}

export function AlbumForm(props: AlbumFormProps) {
  const query = useQuery(galleryContract.form, {});
  return (
    <QueryState query={query}>
      {(facts) =>
        facts.sections.length === 0 && !props.album ? (
          <EmptyState
            title="No section is yours today"
            help="The centre head names the teachers of a section under Classes."
          />
        ) : (
          <Loaded {...props} facts={facts} />
        )
      }
    </QueryState>
  );
}

function Loaded({
  album,
  facts,
  onSaved,
  onCancel,
}: AlbumFormProps & { facts: OutputOf<typeof galleryContract.form> }) {
  const form = useForm(galleryContract.save, {
    start: album
      ? {
          title: album.title,
          description: album.description,
          onDate: album.onDate,
          eventId: album.eventId,
          audience: album.audience,
          sectionIds: album.sectionIds,
        }
      : {
          onDate: facts.today,
          audience: 'CLASS',
          sectionIds: facts.sections.length === 1 ? facts.sections.map(({ id }) => id) : [],
        },
    ...(album ? {} : { draft: 'gallery' }),
    toInput: (values) => ({
      ...values,
      id: album?.id ?? null,
      version: album?.version ?? null,
      description: values['description'] || null,
      eventId: values['eventId'] || null,
    }),
    onDone: ({ id }) => {
      notice.ok('Saved');
      onSaved(id);
    },
  });
  const own = facts.sections.map(({ id, label }) => ({ value: id, label }));
  const kept = (album?.sectionIds ?? [])
    .filter((id) => !own.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: 'Section of another teacher' }));
  const chosenEvent =
    album?.eventId && !facts.events.some(({ id }) => id === album.eventId)
      ? [{ value: album.eventId, label: album.event ?? 'Event' }]
      : [];
  return (
    <Form form={form}>
      <Section title="Album">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Field kind="text" name="title" label="Title" max={80} />
            <Field kind="date" name="onDate" label="Day of the pictures" latest={facts.today} />
            <Field
              kind="choices"
              name="sectionIds"
              label="Sections on the pictures"
              options={[...own, ...kept]}
            />
            <Field
              kind="choice"
              name="audience"
              label="Shown to"
              help="Each audience needs its own consent: every picture is checked again"
              options={Object.entries(audiences).map(([value, label]) => ({ value, label }))}
            />
            <Field
              kind="choice"
              name="eventId"
              label="Event"
              optional
              options={[
                ...chosenEvent,
                ...facts.events.map(({ id, title, onDate }) => ({
                  value: id,
                  label: `${title}, ${formatDay(onDate)}`,
                })),
              ]}
            />
          </SimpleGrid>
          <Field kind="longText" name="description" label="Description" max={500} optional />
        </Stack>
      </Section>
      <SaveBar
        label={album ? 'Save' : 'Save and add pictures'}
        will={album?.status === 'PUBLISHED' ? 'Families see the change at once' : 'Families see nothing yet'}
        {...(onCancel ? { onCancel } : {})}
      />
    </Form>
  );
}
