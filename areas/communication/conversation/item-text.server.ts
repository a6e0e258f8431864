import { aad, open, seal } from '@aangan/server/work/seal.ts';

// Not bound to a centre: the conversation of a stranger moves to the one that comes to know the number.
const place = (id: string): string => aad('conversation_item', 'text_sealed', null, id);

export const sealedText = (id: string, text: string): Buffer => seal(text, place(id));
export const openedText = (id: string, sealed: Buffer): string => open(sealed, place(id));
