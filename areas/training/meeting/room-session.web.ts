// Being in a room: a beat every three seconds, every second while a connection is made. It tells what the own devices do and brings who
// else is there, what their browsers say to make a connection, and the chat.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { type ApiError, toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { meetingContract as contract } from './meeting.contract.ts';
import { connects, type Message, pictureFor, readMessage, SCREEN } from './negotiation.ts';
import type { OwnMedia } from './own-media.web.ts';
import { PeerLink, type Sending } from './peer-link.web.ts';

export type Entered = OutputOf<typeof contract.enter>;
type Beat = OutputOf<typeof contract.beat>;
export type Peer = Beat['peers'][number];
export interface ChatLine {
  id: string;
  name: string | null;
  text: string;
}

export interface RoomState {
  peers: readonly (Peer & { stream: MediaStream | null; link: PeerLink['state'] | null })[];
  chat: readonly ChatLine[];
  hand: boolean;
  startsAt: string | null;
  endsAt: string | null;
  mayFilm: boolean;
  there: Beat['there'];
  /** A host has just switched the own microphone off. */
  muted: boolean;
  /** Beats do not arrive; it is tried again. */
  away: boolean;
}

const QUIET_MS = 3_000;
const BUSY_MS = 1_000;
const SOON_MS = 250;
/** A beat that counts as work: whoever listens for hours is not signed out as idle. */
const AWAKE_MS = 5 * 60_000;
const MOST_CHAT = 200;

export class RoomSession {
  readonly me: Entered;
  private readonly media: OwnMedia;
  private readonly onOver: (error: ApiError) => void;
  private readonly links = new Map<string, PeerLink>();
  private readonly listeners = new Set<() => void>();
  private readonly handled = new Set<string>();
  private signals: { id: string; to: string; body: string }[] = [];
  private lines: { id: string; text: string }[] = [];
  private got: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beating = false;
  private closed = false;
  private awakeAt = Date.now();
  private sending: Sending | null = null;
  private readonly stopListening: () => void;
  private state: RoomState = {
    peers: [],
    chat: [],
    hand: false,
    startsAt: null,
    endsAt: null,
    mayFilm: true,
    there: null,
    muted: false,
    away: false,
  };

  constructor(me: Entered, media: OwnMedia, onOver: (error: ApiError) => void) {
    this.me = me;
    this.media = media;
    this.onOver = onOver;
    this.stopListening = media.listen(() => this.resend());
    void this.beat();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): RoomState => this.state;

  private set(change: Partial<RoomState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  setHand(hand: boolean): void {
    this.set({ hand });
    this.soon();
  }

  say(text: string): void {
    const line = { id: newId(), text };
    this.lines.push(line);
    this.set({ chat: [...this.state.chat, { ...line, name: null }].slice(-MOST_CHAT) });
    this.soon();
  }

  setEnd(endsAt: string): void {
    this.set({ endsAt });
  }

  seeMuted(): void {
    this.set({ muted: false });
  }

  private soon(): void {
    if (this.closed || this.beating) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.beat(), SOON_MS);
  }

  private async beat(): Promise<void> {
    if (this.closed) return;
    this.beating = true;
    const [signals, chat, got] = [this.signals.slice(0, 200), this.lines.slice(0, 5), this.got.slice(0, 500)];
    const awake = Date.now() - this.awakeAt > AWAKE_MS;
    try {
      const answer = await call(
        contract.beat,
        {
          connectionId: this.me.connectionId,
          mic: this.media.mic,
          cam: this.media.camera !== null,
          hand: this.state.hand,
          screen: this.media.screen !== null,
          got,
          signals,
          chat,
        },
        { background: !awake },
      );
      if (this.closed) return;
      if (awake) this.awakeAt = Date.now();
      this.signals = this.signals.slice(signals.length);
      this.lines = this.lines.slice(chat.length);
      this.got = this.got.slice(got.length);
      this.take(answer);
    } catch (error) {
      const refused = toApiError(error);
      if (this.closed) return;
      if (refused.status === 403 || refused.status === 404 || refused.status === 409) {
        this.close();
        this.onOver(refused);
        return;
      }
      this.set({ away: true });
    } finally {
      this.beating = false;
    }
    clearTimeout(this.timer);
    const busy =
      this.signals.length > 0 ||
      this.lines.length > 0 ||
      [...this.links.values()].some((one) => one.state === 'connecting');
    this.timer = setTimeout(() => void this.beat(), busy ? BUSY_MS : QUIET_MS);
  }

  private take({ peers, inbox, startsAt, endsAt, mayFilm, there }: Beat): void {
    const here = new Set(peers.map(({ id }) => id));
    for (const [id, link] of this.links)
      if (!here.has(id)) {
        link.close();
        this.links.delete(id);
      }
    const count = this.links.size;
    for (const peer of peers) if (!this.links.has(peer.id) && connects(this.me, peer)) this.link(peer.id);
    const chat = [...this.state.chat];
    for (const { id, from, kind, name, body } of inbox) {
      this.got.push(id);
      if (this.handled.has(id)) continue;
      this.handled.add(id);
      const message = kind === 'SIGNAL' ? readMessage(body) : null;
      if (message) this.links.get(from)?.take(message);
      else if (kind === 'CHAT') chat.push({ id, name, text: body });
      else if (kind === 'MUTE') void this.media.setMic(false).then(() => this.set({ muted: true }));
    }
    this.set({ startsAt, endsAt, mayFilm, there, away: false, chat: chat.slice(-MOST_CHAT) });
    if (this.links.size !== count) this.resend();
    this.show(peers);
  }

  private link(id: string): void {
    const link = new PeerLink({
      own: this.me.connectionId,
      other: id,
      ice: this.me.ice.map(({ urls, username, credential }) =>
        username && credential ? { urls, username, credential } : { urls },
      ),
      sends: this.me.sends,
      sending: () => this.whatIsSent(),
      send: (message: Message) => {
        this.signals.push({ id: newId(), to: id, body: JSON.stringify(message) });
        this.soon();
      },
      changed: () => this.show(this.state.peers),
    });
    this.links.set(id, link);
  }

  private show(peers: readonly Peer[]): void {
    this.set({
      peers: peers.map((peer) => {
        const link = this.links.get(peer.id);
        return { ...peer, stream: link?.stream ?? null, link: link?.state ?? null };
      }),
    });
  }

  private whatIsSent(): Sending {
    const picture = this.media.screen ? SCREEN : pictureFor(this.me.layout, this.links.size + 1);
    return { audio: this.media.audio, video: this.media.video, picture };
  }

  /** The own devices, or how many watch them, have changed. */
  private resend(): void {
    const next = this.whatIsSent();
    const was = this.sending;
    this.sending = next;
    if (
      !was ||
      was.audio !== next.audio ||
      was.video !== next.video ||
      was.picture.bitrate !== next.picture.bitrate
    )
      for (const link of this.links.values()) void link.apply();
    this.set({ ...(this.media.mic ? { muted: false } : {}) });
    this.soon();
  }

  /** Without telling the server. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.stopListening();
    for (const link of this.links.values()) link.close();
    this.links.clear();
  }

  async leave(): Promise<void> {
    if (this.closed) return;
    this.close();
    await call(contract.leave, { connectionId: this.me.connectionId }).catch(() => undefined);
  }
}
