/** Fictional name parts by script, each with the spelling an address would use when it is written in ASCII. */
export interface NamePart {
  readonly text: string;
  readonly ascii: string;
}

export interface NameCulture {
  readonly locale: 'en_US' | 'de_DE' | 'ja_JP';
  readonly given: readonly NamePart[];
  readonly family: readonly NamePart[];
}

/** `Sørine=sorine Tomrik` → parts; a part without `=` is its own spelling. */
function parts(list: string): readonly NamePart[] {
  return list.split(' ').map((item) => {
    const [text = '', ascii] = item.split('=');
    return { text, ascii: ascii ?? text.toLowerCase() };
  });
}

export const nameCultures: readonly NameCulture[] = [
  {
    locale: 'en_US',
    given: parts('Arlen Brisa Corven Delwyn Elspa Farrow Gwenna Hollis Ivara Jorren Kestra Lowell Merrin Nerys Osric Perla'),
    family: parts(
      "Ashgrove Brackwell Cindermoor Dunvale Eastmere Fallowby Greywick Hartsole Inglebeck O'Larrow Marlstone Thornquay",
    ),
  },
  {
    locale: 'de_DE',
    given: parts('Jörun=joerun Käthlin=kaethlin Lünhard=luenhard Märta=maerta Ottwin Rüdna=ruedna Sigbert Theoda Ulfried Wilrun'),
    family: parts(
      'Großbeck=grossbeck Hüttling=huettling Krähwald=kraehwald Löwental=loewental Mühlbrand=muehlbrand Steinruh Vogtmar',
    ),
  },
  {
    locale: 'en_US',
    given: parts('Åsvor=asvor Bjørnhild=bjornhild Eirunn Fjelmar Gudløg=gudlog Håvrik=havrik Ingvild Sølvei=solvei Tåran=taran'),
    family: parts(
      'Ålestrand=alestrand Brønnvik=bronnvik Fjordgård=fjordgard Grønnlid=gronnlid Kvernes Sjømark=sjomark Tveitås=tveitas',
    ),
  },
  {
    locale: 'en_US',
    given: parts(
      'Żelina=zelina Łukomir=lukomir Dobrosł=dobrosl Çelike=celike İlkan=ilkan Şenova=senova Renéve=reneve Iñara=inara',
    ),
    family: parts(
      'Źródlak=zrodlak Świerczok=swierczok Čermovský=cermovsky Îlbeyö=ilbeyo Güneşoğ=gunesog Châtelaume=chatelaume Peñavera=penavera',
    ),
  },
  {
    locale: 'ja_JP',
    given: parts('光葉=mitsuha 真悠=mayu 陽多=hinata 理沙音=risane 航司=koji さくね=sakune'),
    family: parts('青森川=aomorikawa 霧島田=kirishimada 白鳥井=shiratorii 月野原=tsukinohara 水城谷=mizukitani'),
  },
  {
    locale: 'en_US',
    given: parts('明澄=mingcheng 雨芊=yuqian 思衡=siheng 若岚=ruolan 子樾=ziyue'),
    family: parts('闻=wen 蓝=lan 沐=mu 岑=cen 云=yun'),
  },
  {
    locale: 'en_US',
    given: parts('Златоя=zlatoya Велимар=velimar Радосвет=radosvet Миролика=mirolika Яровит=yarovit'),
    family: parts('Берестов=berestov Громовий=hromovyi Полянець=polianets Ясенко=yasenko'),
  },
  {
    locale: 'en_US',
    given: parts('नीरवा=nirava तरुणेश=tarunesh ईशानवी=ishanvi'),
    family: parts('वनराजे=vanaraje सुमेरकर=sumerkar दीपवाल=deepwal'),
  },
  {
    locale: 'en_US',
    given: parts('نورسين=noorseen رامزيل=ramzeel سلمارة=salmara'),
    family: parts('الزهران=alzahran بحرينو=bahreno قمريان=qamarian'),
  },
  {
    locale: 'en_US',
    given: parts('하온별=haonbyeol 도윤솔=doyunsol 서라온=seoraon'),
    family: parts('강솔=gangsol 남궁빛=namgungbit 류하=ryuha'),
  },
];

/** Most members of most networks are written in Latin letters; the rest must not be rare in a small test. */
export const cultureCycle: readonly number[] = [0, 1, 0, 2, 4, 0, 3, 1, 0, 5, 2, 0, 6, 0, 7, 0, 8, 0, 9, 0];
