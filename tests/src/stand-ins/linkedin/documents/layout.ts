/** Building blocks of the rendered layout: components of which exactly one kind is filled. */
import { Dangling, type Entity, type Node, type NodeObject, typed } from '../dialect/node.ts';
import type { Company } from '../model/companies.ts';
import { companyEntity } from './entity-parts.ts';
import { companyUrn, types } from './urns.ts';

const TETRIS = 'com.linkedin.voyager.dash.identity.profile.tetris';

const emptyKinds: NodeObject = Object.fromEntries(
  [
    'insightComponent',
    'carouselComponent',
    'textComponent',
    'entityComponent',
    'fixedListComponent',
    'headerComponent',
    'nullStateComponent',
    'tabComponent',
    'entityPileComponent',
    'pagedListComponent',
    'promptComponent',
    'actionComponent',
    'mediaComponent',
    'contentComponent',
  ].map((kind) => [kind, null]),
);

type Kind = 'textComponent' | 'entityComponent' | 'fixedListComponent' | 'headerComponent' | 'pagedListComponent';

export function component(kind: Kind, content: Node): NodeObject {
  const { [kind]: _filled, ...others } = emptyKinds;
  return typed(types.component, { components: { ...others, [kind]: content }, useCardStyling: false });
}

export function textModel(text: string | null): NodeObject | null {
  return text === null ? null : typed(types.text, { textDirection: 'USER_LOCALE', text, attributesV2: [] });
}

export function textComponent(text: string): NodeObject {
  return component('textComponent', typed(`${TETRIS}.TextComponent`, { text: textModel(text), numInitialLinesToShow: 4 }));
}

export function headerComponent(title: string): NodeObject {
  return component('headerComponent', typed(`${TETRIS}.HeaderComponent`, { title: textModel(title) }));
}

export function fixedList(components: readonly NodeObject[], decorationType: 'NONE' | 'LINE_SEPARATED'): NodeObject {
  return component('fixedListComponent', typed(`${TETRIS}.FixedListComponent`, { components, decorationType }));
}

export function pagedList(list: Entity): NodeObject {
  return component('pagedListComponent', list);
}

export interface RowTexts {
  readonly title: string;
  readonly subtitle: string | null;
  readonly caption: string | null;
  readonly metadata: string | null;
}

/** The address to which a row's title leads: an organization, a search for a name that has no page, or none. */
export type RowTarget =
  | { readonly kind: 'organization'; readonly organization: Company; readonly isDangling: boolean }
  | { readonly kind: 'search'; readonly name: string }
  | { readonly kind: 'none' };

export function entityRow(texts: RowTexts, target: RowTarget, below: readonly NodeObject[]): NodeObject {
  const address = addressOf(target);
  return component(
    'entityComponent',
    typed(`${TETRIS}.EntityComponent`, {
      titleV2: typed(`${TETRIS}.TextComponent`, { text: textModel(texts.title), expandable: true }),
      subtitle: textModel(texts.subtitle),
      caption: textModel(texts.caption),
      metadata: textModel(texts.metadata),
      image: typed('com.linkedin.voyager.dash.common.image.ImageViewModel', {
        attributes: [typed('com.linkedin.voyager.dash.common.image.ImageAttribute', { detailData: logoOf(target) })],
        actionTarget: address,
      }),
      textActionTarget: address,
      subComponents: below.length === 0 ? null : typed(`${TETRIS}.EntitySubComponents`, { components: below }),
      size: 'LARGE',
      badge: null,
    }),
  );
}

function addressOf(target: RowTarget): string | null {
  if (target.kind === 'organization') return `https://www.linkedin.com/company/${target.organization.id}/`;
  if (target.kind === 'search') return `https://www.linkedin.com/search/results/all/?keywords=${encodeURIComponent(target.name)}`;
  return null;
}

/** The logo refers to the company; whether its record is sent as well differs. */
function logoOf(target: RowTarget): NodeObject {
  if (target.kind !== 'organization') return {};
  const { organization, isDangling } = target;
  return { companyLogo: isDangling ? new Dangling(companyUrn(organization.id)) : companyEntity(organization) };
}
