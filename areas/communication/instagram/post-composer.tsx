import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { cls } from '@aangan/web/cls.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatDay } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Drawer, Group, Stack, Text, TextInput } from '@mantine/core';
import galleryClasses from '../gallery/gallery.module.css';
import { hashtagsIn } from './caption-rules.ts';
import { type InstagramPost, instagramContract } from './instagram.contract.ts';
import { MOST_CAPTION, MOST_HASHTAGS, MOST_ITEMS } from './instagram.states.ts';

type Picker = OutputOf<typeof instagramContract.photos>;

/** Pictures, caption and time of a post. */
export function PostComposer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const photos = useQuery(instagramContract.photos, {}, { fresh: 0 });
  const post = useQuery(instagramContract.get, { id: id ?? '' }, { fresh: 0, enabled: id !== null });
  return (
    <Drawer opened onClose={onClose} title={id === null ? 'New post' : 'Edit post'} size="xl">
      <QueryState query={photos}>
        {(picker) =>
          id === null ? (
            <Composer picker={picker} onClose={onClose} />
          ) : (
            <QueryState query={post}>
              {(loaded) => <Composer key={loaded.version} picker={picker} post={loaded} onClose={onClose} />}
            </QueryState>
          )
        }
      </QueryState>
    </Drawer>
  );
}

function Composer({ picker, post, onClose }: { picker: Picker; post?: InstagramPost; onClose: () => void }) {
  const [, open] = useParam('instagram-post');
  const form = useForm(instagramContract.save, {
    start: {
      photoIds: post?.items.map((item) => item.id) ?? [],
      alts: Object.fromEntries((post?.items ?? []).map((item) => [item.id, item.alt ?? ''])),
      caption: post?.caption ?? '',
      scheduledAt: post?.scheduledAt ?? null,
    },
    ...(post ? {} : { draft: 'instagram' }),
    refresh: ['instagram-post', 'instagram'],
    toInput: ({ photoIds, alts, ...values }) => ({
      ...values,
      id: post?.id ?? null,
      version: post?.version ?? null,
      scheduledAt: values['scheduledAt'] ?? '',
      items: (photoIds as string[]).map((photoId) => ({
        photoId,
        alt: (alts as Record<string, string>)[photoId]?.trim() || null,
      })),
    }),
    onDone: ({ id }) => {
      notice.ok('Draft saved');
      if (post) onClose();
      // One step: the drawer of the post takes the composer's place.
      else open(id);
    },
  });
  const chosen = form.values['photoIds'] as string[];
  const caption = String(form.values['caption'] ?? '');
  return (
    <Form form={form}>
      <Stack gap="md">
        <PhotoPicker picker={picker} chosen={chosen} onChange={(next) => form.set('photoIds', next)} />
        {form.errors['items'] && (
          <Text size="sm" c="var(--a-danger-text)" role="alert">
            {form.errors['items']}
          </Text>
        )}
        {chosen.map((photoId, n) => (
          <TextInput
            key={photoId}
            label={`Picture ${n + 1} in words, for people who do not see it`}
            maxLength={1000}
            value={(form.values['alts'] as Record<string, string>)[photoId] ?? ''}
            onChange={(event) =>
              form.set('alts', { ...(form.values['alts'] as object), [photoId]: event.currentTarget.value })
            }
          />
        ))}
        <Field
          kind="longText"
          name="caption"
          label="Caption"
          max={MOST_CAPTION}
          help={`${caption.length} of ${MOST_CAPTION} characters, ${hashtagsIn(caption)} of ${MOST_HASHTAGS} hashtags. No child’s name.`}
        />
        <Field kind="dateTime" name="scheduledAt" label="Time on Instagram" />
      </Stack>
      <SaveBar
        label="Save draft"
        will="Nothing is published; somebody else approves it first"
        onCancel={onClose}
      />
    </Form>
  );
}

function PhotoPicker({
  picker,
  chosen,
  onChange,
}: {
  picker: Picker;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const left = picker.all - picker.rows.length;
  const toggle = (id: string) => {
    if (chosen.includes(id)) return onChange(chosen.filter((one) => one !== id));
    if (chosen.length >= MOST_ITEMS) return notice.warn(`At most ${MOST_ITEMS} pictures`);
    onChange([...chosen, id]);
  };
  return (
    <Stack gap="sm">
      <Text fw={600}>
        {picker.rows.length} of {picker.all} photos may be used
        {left > 0 ? `: ${left} lack names or public consent.` : '.'}
      </Text>
      {picker.whyNot.length > 0 && (
        <Text size="sm" c="dimmed">
          {picker.whyNot.map(({ reason, count }) => `${reason}: ${count}`).join(' · ')}
        </Text>
      )}
      <div className={galleryClasses.grid}>
        {picker.rows.map((photo) => {
          const at = chosen.indexOf(photo.id);
          return (
            <button
              key={photo.id}
              type="button"
              className={cls(galleryClasses.tile, at >= 0 && galleryClasses.chosen)}
              aria-pressed={at >= 0}
              onClick={() => toggle(photo.id)}
            >
              <img
                className={galleryClasses.picture}
                src={photo.small}
                alt={`${photo.album}, ${formatDay(photo.onDate)}`}
                loading="lazy"
              />
              <Group gap={6} wrap="nowrap">
                {at >= 0 && <Text fw={600}>{at + 1}.</Text>}
                <Text component="span" className={galleryClasses.words} c="dimmed">
                  {photo.album} · {photo.centre}
                </Text>
              </Group>
            </button>
          );
        })}
      </div>
    </Stack>
  );
}
