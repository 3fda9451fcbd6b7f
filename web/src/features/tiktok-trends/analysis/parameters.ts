/** The five parameters of an analysis as shown in the form. Invalid values are left out, and the server's defaults apply. */
import { ANALYSIS_DEFAULTS, type AnalysisParameters, analysisParametersSchema } from '@leadloom/shared/contract/trends';

export type ParameterName = keyof typeof ANALYSIS_DEFAULTS;
/** The parameters as typed; empty: nothing is chosen. */
export type ParameterTexts = Readonly<Record<ParameterName, string>>;

interface ParameterField {
  readonly name: ParameterName;
  readonly label: string;
  readonly hint: string;
  readonly min: number;
  readonly step: number;
}

export const parameterFields: readonly ParameterField[] = [
  {
    name: 'dbscan_eps',
    label: 'Strictness (eps)',
    hint: 'How different two videos may be. Smaller is stricter.',
    min: 0.001,
    step: 0.01,
  },
  {
    name: 'dbscan_min_samples',
    label: 'Smallest group (videos)',
    hint: 'How many similar videos make a group.',
    min: 1,
    step: 1,
  },
  {
    name: 'pairwise_decay_k',
    label: 'Fading per day (k)',
    hint: 'How fast similarity fades with the days between two videos.',
    min: 0,
    step: 0.001,
  },
  {
    name: 'analysis_start_date_days_delta',
    label: 'Days to look back',
    hint: 'Older videos are left out.',
    min: 1,
    step: 1,
  },
  {
    name: 'min_videos_for_new_trend_decision',
    label: 'Videos for a new trend',
    hint: 'Smaller groups only add to existing trends.',
    min: 1,
    step: 1,
  },
];

export const noParameters: ParameterTexts = {
  dbscan_eps: '',
  dbscan_min_samples: '',
  pairwise_decay_k: '',
  analysis_start_date_days_delta: '',
  min_videos_for_new_trend_decision: '',
};

/** @returns null where the text is blank or outside what an analysis takes */
export function readParameter(name: ParameterName, text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return analysisParametersSchema.safeParse({ [name]: value }).success ? value : null;
}

/** What is sent: valid values alone. */
export function toParameters(texts: ParameterTexts): AnalysisParameters {
  const parameters: AnalysisParameters = {};
  for (const { name } of parameterFields) {
    const value = readParameter(name, texts[name]);
    if (value !== null) parameters[name] = value;
  }
  return parameters;
}

export function toTexts(parameters: AnalysisParameters): ParameterTexts {
  const texts = { ...noParameters };
  for (const { name } of parameterFields) {
    const value = parameters[name];
    if (value !== undefined) texts[name] = String(value);
  }
  return texts;
}

/** What a field says of a value that is not sent. */
export function ignoredText(name: ParameterName): string {
  return `ignored, default ${ANALYSIS_DEFAULTS[name]}`;
}
